/** What the server and its queue do now: `/health` for people and load balancers, `/metrics` for Prometheus. */
import { Hono } from "hono";
import { setTimeout as sleep } from "node:timers/promises";
import { queueHere } from "../config/services.ts";
import type { QueueStanding } from "../domain/queue-standing.ts";
import { standing } from "../graph/index.ts";
import { version } from "../lib/repository.ts";
import { metricsText } from "./metrics.ts";

const PATIENCE_MS = 2000;

export interface HealthOptions {
  /** null without a database */
  isDatabaseUp?: () => Promise<boolean | null>;
  /** runs that were refused so far */
  refused?: () => number;
}

/** Whether a database answers within two seconds. `ask` asks it for anything, and may wait until it is back. */
export function databaseWatch(ask: () => Promise<unknown>): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined; // one at a time
  return async () => {
    asked ??= ask()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asked = undefined));
    return await Promise.race([asked, sleep(PATIENCE_MS, false, { ref: false })]);
  };
}

/** Routes that answer within two seconds, also when a database does not. */
export function healthRoutes({ isDatabaseUp = async () => null, refused = () => 0 }: HealthOptions = {}): Hono {
  const queue = queueHere();
  const queueNow = async (): Promise<QueueStanding | "away" | null> => (queue === null ? null : await queue.read().catch(() => "away" as const));
  return new Hono()
    .get("/health", async (c) => {
      const [isUp, facts] = await Promise.all([isDatabaseUp(), queueNow()]);
      const ok = isUp !== false;
      return c.json({ ok, version, database: isUp === null ? null : isUp ? "up" : "away", ...standing(), queue: facts }, ok ? 200 : 503);
    })
    .get("/metrics", async (c) => {
      const [isUp, facts] = await Promise.all([isDatabaseUp(), queueNow()]);
      const { runs, workers } = standing();
      const modelCalls = runs.reduce((sum, one) => sum + one.modelCalls, 0);
      const judgeJobs = workers.reduce((sum, one) => sum + one.jobs, 0);
      const text = metricsText({ runs: runs.length, modelCalls, judgeJobs, refused: refused(), isDatabaseUp: isUp }, facts);
      return c.text(text, 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
    });
}
