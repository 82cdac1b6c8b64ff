/** The errors of the client and of Postgres that mean a lost database. test/server/postgres.test.ts covers a real outage. */
import { expect, it } from "@jest/globals";
import { patiently } from "../../../src/tools/storage/postgres.ts";

it.each([
  { message: "Connection terminated unexpectedly", code: "" },
  { message: "Client has encountered a connection error and is not queryable", code: "" },
  { message: "Client was closed and is not queryable", code: "" },
  { message: "timeout exceeded when trying to connect", code: "" },
  { message: "connect", code: "ECONNREFUSED" },
  { message: "the database system is starting up", code: "57P03" },
  { message: "deadlock detected", code: "40P01" },
])("asks again after: $message $code", async ({ message, code }) => {
  let asked = 0;
  const away = Object.assign(new Error(message), { code });
  expect(await patiently(async () => (asked++ === 0 ? Promise.reject(away) : "here"))).toBe("here");
  expect(asked).toBe(2);
});

it("does not repeat a query that the database refuses", async () => {
  const refused = Object.assign(new Error('relation "checkpoints" does not exist'), { code: "42P01" });
  await expect(patiently(async () => Promise.reject(refused))).rejects.toBe(refused);
});
