/** Errors of a real Postgres: transactions that wait for each other, and a full disk. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Client } from "pg";
import { openQueue } from "../../../src/tools/judge/queue/database.ts";
import { openCheckpoints } from "../../../src/tools/storage/checkpoints.ts";
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
  const held = new Set<string>();
  const both = Promise.withResolvers<void>(); // each transaction holds its first row
  const raise = async (...names: string[]): Promise<void> =>
    await queue.transaction(async ({ query }) => {
      tries++;
      for (const name of names) {
        await query("update counter set n = n + 1 where name = $1", [name]);
        if (held.add(name).size === 2) both.resolve();
        await both.promise;
      }
    });
  await Promise.all([raise("a", "b"), raise("b", "a")]);
  const rows = await queue.transaction(async ({ query }) => await query("select n from counter"));
  await queue.close();
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  expect(tries).toBeGreaterThan(2);
});

it("a full disk of the database stops the work with what to do, wherever it occurs", async () => {
  const fill = "do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$";
  const full = (content: string) => ({
    name: "Interrupted",
    message: `the disk of the database of ${content} is full`,
    remedy: expect.stringMatching(/free some space/),
  });
  const queue = await openQueue(database.url, false);
  await expect(queue.transaction(async ({ query }) => await query(fill))).rejects.toMatchObject(full("the queue"));
  await queue.close();
  const client = new Client(database.url);
  await client.connect();
  await client.query("drop schema kernelwright cascade");
  const body = fill.replace(/^do|\$\$/g, "");
  await client.query(`create function full_disk() returns event_trigger language plpgsql as $$ ${body} $$`);
  await client.query("create event trigger full_disk on ddl_command_start execute function full_disk()"); // each change of tables fails as on a full disk
  await client.end();
  await expect(openQueue(database.url, false)).rejects.toMatchObject(full("the queue"));
  await expect(openCheckpoints(database.url)).rejects.toMatchObject(full("the checkpoints"));
});
