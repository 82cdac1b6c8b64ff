/** Waiting that a signal can end. */

/** Resolves with the result of `work`. Throws the signal's reason when it aborts; the work itself continues unnoticed. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await work;
  const ended = Promise.withResolvers<never>();
  const end = (): void => ended.reject(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  return await Promise.race([work, ended.promise]).finally(() => signal.removeEventListener("abort", end));
}
