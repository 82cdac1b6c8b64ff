/** Transactions that wait for each other in a real Postgres. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { setTimeout as sleep } from "node:timers/promises";
import { openQueue } from "../../../src/tools/judge/queue/database.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
});
afterAll(async () => {
  await database.remove();
});

it("a transaction that Postgres ends because of a deadlock is repeated", async () => {
  const queue = await openQueue(database.url, false);
  await queue.transaction(async ({ query }) => {
    await query("create table counter as select name, 0 as n from (values ('a'), ('b')) as made (name)");
  });
  let tries = 0;
  const raise = async (...names: string[]): Promise<void> =>
    await queue.transaction(async ({ query }) => {
      tries++;
      for (const name of names) {
        await query("update counter set n = n + 1 where name = $1", [name]);
        await sleep(300); // the other one holds its first row then
      }
    });
  await Promise.all([raise("a", "b"), raise("b", "a")]);
  const rows = await queue.transaction(async ({ query }) => await query("select n from counter"));
  await queue.close();
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  expect(tries).toBeGreaterThan(2);
});
