/** A fetch for data that may be lost, such as traces. It never throws. */
import { timeLimit } from "../../lib/abort.ts";

const PAUSE_MS = 30_000;
const PATIENCE_MS = 10_000;

/**
 * A fetch to `name` that returns 202 for undelivered data, and warns once. After a failure it drops all data for
 * half a minute, then tries again. A dead service therefore costs a run nothing.
 */
export function lossyFetch(name: string, warn: (line: string) => void): typeof fetch {
  let silentUntil = 0;
  let warned = false;
  const lose = (why: string): Response => {
    silentUntil = Date.now() + PAUSE_MS;
    if (!warned) warn(`${name} ${why}; the run goes on, and what is traced meanwhile is lost`);
    warned = true;
    return dropped();
  };
  return async (input, init) => {
    if (Date.now() < silentUntil) return dropped();
    const { signal, clear } = timeLimit(PATIENCE_MS);
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
      if (response.ok || (response.status === 422 && init?.body instanceof ReadableStream)) return await whole(response); // 422: the client asks again, unstreamed
      await response.body?.cancel();
      if (response.status === 409) return dropped(); // it is there already
      return lose(`refuses traces (${response.status})`);
    } catch (error) {
      return lose(`cannot be reached (${(error as { cause?: { code?: string } }).cause?.code ?? (error as Error).name})`);
    } finally {
      clear();
    }
  };
}

/** The response with its body, read within the time limit. */
const whole = async (response: Response): Promise<Response> => (response.body ? new Response(await response.arrayBuffer(), response) : response);

const dropped = (): Response => new Response("{}", { status: 202, headers: { "content-type": "application/json" } });
