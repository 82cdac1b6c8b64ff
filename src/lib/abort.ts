/** Waiting that a signal or a time limit can end. */

/** A time limit. Call `clear` when the work that it limits has ended. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  clear(this: void): void;
}

/** A signal that aborts with a TimeoutError after `ms`. Unlike the timer of AbortSignal.timeout, its own holds the work's context no longer than the work lasts. */
export function timeLimit(ms: number): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException("the time limit is over", "TimeoutError")), ms);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** Resolves with the result of `work`. Throws the signal's reason when it aborts; the work itself continues unnoticed. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await work;
  const ended = Promise.withResolvers<never>();
  const end = (): void => ended.reject(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  return await Promise.race([work, ended.promise]).finally(() => signal.removeEventListener("abort", end));
}
