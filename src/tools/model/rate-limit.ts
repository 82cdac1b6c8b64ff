/** Waits for a server that asks for fewer calls. All calls of an endpoint share one pause. */
import { setTimeout as sleep } from "node:timers/promises";

/** The first and the longest pause after a refusal that names no time, in milliseconds. The pauses between double. */
const BACK_OFF = { firstMs: 1000, mostMs: 60_000 };

export interface RateLimit {
  /** Resolves when no pause is under way. Throws the reason of `stop` when it aborts. */
  passed(stop: AbortSignal | undefined): Promise<void>;
  /** The patience of one call: whether it should be repeated after this error. If so, a pause of all calls begins. */
  patience(): (error: unknown) => boolean;
}

/** The pauses of an endpoint. A call gives up when its pauses would take longer than `mostMs`, counted from its first refusal. `say` hears of each pause. */
export function rateLimit(where: string, mostMs: number, say: (line: string) => void): RateLimit {
  let until = -Infinity;
  const pause = (ms: number, status: number): void => {
    const now = performance.now();
    if (now >= until)
      say(`${where} asks for fewer calls (${status}): all calls wait ${Math.ceil(ms / 1000)} s; each gives up after ${mostMs / 1000} s (--model-timeout)`);
    until = Math.max(until, now + ms);
  };
  return {
    async passed(stop) {
      while (performance.now() < until) {
        stop?.throwIfAborted();
        await sleep(until - performance.now(), undefined, stop && { signal: stop }).catch(() => {}); // the reason is thrown above
      }
      stop?.throwIfAborted();
    },
    patience() {
      let refusals = 0;
      let end: number | undefined;
      return (error) => {
        if (!asksToWait(error)) return false;
        const now = performance.now();
        end ??= now + mostMs;
        const ms = Math.max(retryAfterMs(error), Math.min(BACK_OFF.mostMs, BACK_OFF.firstMs * 2 ** refusals++));
        if (now + ms > end) return false;
        pause(ms, error.status);
        return true;
      };
    },
  };
}

interface Refusal {
  readonly status: number;
  readonly headers?: Headers;
}

/** Whether a server refused a call only for now: too many calls, or overload. An empty account stays empty. */
export function asksToWait(error: unknown): error is Refusal {
  const { status, code = "", message = "" } = error as { status?: number; code?: string | null; message?: string };
  if (status !== 429 && status !== 503) return false;
  return !/insufficient[_ -]?quota|current quota|credit balance|billing/i.test(`${code} ${message}`);
}

/** The time that a refusal names in `Retry-After`, as seconds or as a date, in milliseconds. 0 without a readable one. */
function retryAfterMs({ headers }: Refusal): number {
  const text = headers?.get("retry-after")?.trim() ?? "";
  const ms = /^[\d.]+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
