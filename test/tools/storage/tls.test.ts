/** Postgres over TLS with a certificate of our own: worker and queue trust it by its authority, and refuse any other. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { execa } from "execa";
import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { createJudge } from "../../../src/tools/judge/client.ts";
import { queueWorker } from "../../../src/tools/judge/queue/queue-worker.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../src/tools/storage/embedded-postgres.ts";
import { scratch, start } from "../../support/command.ts";
import { main, scriptedJudge } from "../../support/places.ts";
import { kernel } from "../../support/queue.ts";

let folder: string;
let postgres: EmbeddedPostgres;
const at = (name: string): string => join(folder, name);

/** An authority, and a certificate of it for 127.0.0.1. */
async function certify(name: string): Promise<void> {
  const openssl = async (...args: string[]): Promise<void> => void (await execa("openssl", args, { cwd: folder }));
  await openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${name}`, "-keyout", `${name}-ca.key`, "-out", `${name}-ca.crt`);
  await openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-keyout", `${name}.key`, "-out", `${name}.csr`);
  const signing = ["x509", "-req", "-in", `${name}.csr`, "-CA", `${name}-ca.crt`, "-CAkey", `${name}-ca.key`, "-CAcreateserial", "-days", "2"];
  writeFileSync(at("names"), "subjectAltName=IP:127.0.0.1");
  await openssl(...signing, "-extfile", "names", "-out", `${name}.crt`);
}

beforeAll(async () => {
  folder = scratch();
  chmodSync(folder, 0o755);
  await certify("ours");
  await certify("other");
  chmodSync(at("ours.key"), 0o600);
  if (process.getuid!() === 0) chownSync(at("ours.key"), 65_534, 65_534); // Postgres runs as nobody
  const settings = ["fsync=off", "ssl=on", `ssl_cert_file=${at("ours.crt")}`, `ssl_key_file=${at("ours.key")}`];
  postgres = await startEmbeddedPostgres(at("postgres"), { settings });
});
afterAll(async () => {
  await postgres.stop("immediate");
});

const trusting = (authority: string): string => `${postgres.url}?sslmode=verify-full&sslrootcert=${at(authority)}`;

it("a worker and a search meet over TLS", async () => {
  const worker = execa(process.execPath, ["--disable-warning=ExperimentalWarning", main, "worker", "--worker", scriptedJudge], {
    reject: false,
    all: true,
    env: { NODE_OPTIONS: "", KERNELWRIGHT_DATABASE: trusting("ours-ca.crt") },
  });
  const judge = createJudge(queueWorker(trusting("ours-ca.crt")), "run");
  const verdict = await judge.evaluate(kernel("sealed", "c = 1"));
  const client = new Client(trusting("ours-ca.crt"));
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::int as all, count(*) filter (where ssl)::int as sealed from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'kernelwright'",
  );
  await client.end();
  worker.kill("SIGTERM");
  const { exitCode, all } = await worker;
  await judge.close();
  const [{ all: connections, sealed }] = rows as [{ all: number; sealed: number }];
  expect(verdict.status).toMatch(/ok|wrong|build_failed/);
  expect(connections).toBeGreaterThan(3);
  expect(sealed).toBe(connections);
  expect([exitCode, all]).toEqual([0, expect.not.stringMatching(/warning/i)]);
});

it("a certificate of another authority, or for another name, is refused", async () => {
  const status = async (address: string) => await start(["queue", "status"], { env: { KERNELWRIGHT_DATABASE: address } });
  const said = [
    await status(trusting("other-ca.crt")),
    await status(`${postgres.url}?sslmode=verify-full`),
    await status(trusting("ours-ca.crt").replace("@127.0.0.1", "@localhost")),
    await status(trusting("absent.crt")),
  ];
  expect(said.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1]);
  expect(said.map(({ all }) => all)).toEqual([
    expect.stringMatching(/the queue's database cannot be used: .*(signature|certificate)/),
    expect.stringMatching(/the queue's database cannot be used: .*certificate/),
    expect.stringMatching(/the queue's database cannot be used: .*(altnames|does not match)/),
    expect.stringMatching(/absent\.crt/),
  ]);
  expect(said.map(({ all }) => all).join("")).not.toMatch(/^ +at /m);
});
