/** What the queue's users tell each other, by LISTEN and NOTIFY of Postgres. A lost connection is made again, and everybody then looks for themselves. */
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";

const PAUSE_MS = 500;

export interface Channel {
  /** Resolves when one of the messages comes, when the connection was made again, or after `ms`. A message `asked` stands for all that begin so. */
  wait(messages: readonly string[], ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Listens until it is closed. */
export function openChannel(url: string): Channel {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (message: string): void => {
    for (const one of waiting.get(message) ?? []) one();
  };
  const closing = new AbortController();
  let current: Client | undefined;
  const listen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true, application_name: "kernelwright" });
      const lost = Promise.withResolvers<void>();
      client.on("error", () => lost.resolve()).on("end", () => lost.resolve());
      client.on("notification", ({ payload = "" }) => {
        wake(payload);
        wake(payload.split(" ")[0] ?? "");
      });
      current = client;
      try {
        await client.connect();
        await client.query("listen kernelwright");
        for (const message of waiting.keys()) wake(message); // some may have been missed
        await lost.promise;
        for (const message of waiting.keys()) wake(message); // so that they notice
      } catch {
        // it is away: it is tried again
      }
      await client.end().catch(() => {});
      if (!closing.signal.aborted) await sleep(PAUSE_MS);
    }
  };
  void listen();
  return {
    async wait(messages, ms) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms).unref();
      for (const message of messages) waiting.set(message, (waiting.get(message) ?? new Set()).add(resolve));
      await promise;
      clearTimeout(timer);
      for (const message of messages) {
        waiting.get(message)?.delete(resolve);
        if (waiting.get(message)?.size === 0) waiting.delete(message);
      }
    },
    async close() {
      closing.abort();
      await Promise.race([current?.end().catch(() => {}), sleep(PAUSE_MS, undefined, { ref: false })]);
    },
  };
}
