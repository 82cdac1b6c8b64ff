/**
 * `npm run bench:hosts`: three workers with the real judge, each in a network namespace and with a host name of its own, serve one search and
 * one bench at once. Both replay recorded replies on the CPU. The command prints who measured what, and the exit codes, and writes them
 * into a page.
 *
 * It needs root and the commands `ip` (Debian: iproute2) and `unshare` (util-linux). It removes its namespaces at its end and after Ctrl-C.
 * Options: --hosts N, --out FILE. Exits 1 if the search or the bench does not end with code 0, or if a host measures nothing.
 */
import { execa } from "execa";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { main, repository } from "../../test/support/places.ts";
import { type Postgres, startPostgres } from "../../test/support/postgres.ts";
import { until } from "../../test/support/until.ts";
import { argumentsIn } from "../arguments.ts";
import { fill } from "../pages.ts";

const { values } = argumentsIn({ options: { hosts: { type: "string", default: "3" }, out: { type: "string", default: "docs/results/queue.md" } } });
const count = Number(values.hosts);
/** A private network of its own; the names of Linux's interfaces have at most 15 letters. */
const NETWORK = "10.213.77";
const bridge = `kw${process.pid}`;
const READY_MS = 180_000;
const tasks = (...names: string[]): string[] => names.map((name) => join(repository, "evals", "tasks", `${name}.py`));
const replay = ["--target", "cpu", "--worker", "queue", "--replay", join(repository, "evals", "recorded")];
/** The search is the longer one: its last measurement then has the machine for itself. */
const SEARCH = ["optimize", ...tasks("row_softmax"), ...replay];
const BENCH = ["bench", ...tasks("tiny_attention", "rms_norm"), ...replay];
const readable = (args: string[]): string => `kernelwright ${args.join(" ").replaceAll(`${repository}/`, "")}`;

function refuse(reason: string, remedy: string): never {
  console.error(`kernelwright: ${reason}\n  -> ${remedy}`);
  process.exit(1);
}

const undo: (() => void)[] = [];
function ip(...args: string[]): void {
  try {
    execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
  } catch (error) {
    const { code, stderr = "" } = error as { code?: string; stderr?: string };
    if (code === "ENOENT") return refuse("bench:hosts needs the command ip", "install iproute2");
    refuse(`ip ${args.join(" ")}: ${stderr.trim()}`, "run it as root on a Linux that has network namespaces, veth and bridges");
  }
}

/** A network with a bridge, and a namespace for each host on it. */
function makeNetwork(): void {
  if (process.getuid?.() !== 0) refuse("bench:hosts needs root, because it makes network namespaces", "run it as root, for example in a virtual machine");
  ip("link", "add", bridge, "type", "bridge");
  undo.push(() => ip("link", "del", bridge));
  ip("addr", "add", `${NETWORK}.1/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  for (let at = 1; at <= count; at++) {
    const [name, outer, inner] = [`${bridge}-${at}`, `${bridge}o${at}`, `${bridge}i${at}`];
    ip("netns", "add", name);
    undo.push(() => ip("netns", "del", name)); // with its end of the pair, and so the other one
    ip("link", "add", outer, "type", "veth", "peer", "name", inner, "netns", name);
    ip("link", "set", outer, "master", bridge, "up");
    ip("-n", name, "addr", "add", `${NETWORK}.${at + 1}/24`, "dev", inner);
    for (const device of ["lo", inner]) ip("-n", name, "link", "set", device, "up");
  }
}

const folder = mkdtempSync(join(tmpdir(), "kernelwright-hosts-"));
const spawned = ([program = "", ...args]: string[], url: string) =>
  execa(program, args, { cwd: folder, env: { NODE_OPTIONS: "", KERNELWRIGHT_DATABASE: url }, reject: false, detached: true, all: true });
const started: ReturnType<typeof spawned>[] = [];
function launch(argv: string[], url: string) {
  const child = spawned(argv, url);
  started.push(child);
  return child;
}
const node = [process.execPath, "--disable-warning=ExperimentalWarning", main];
/** A worker in its namespace, with a host name of its own: a verdict names it. */
const startWorker = (at: number, url: string) =>
  launch(
    [
      "ip",
      "netns",
      "exec",
      `${bridge}-${at}`,
      "unshare",
      "--uts",
      "sh",
      "-c",
      'hostname "$0" && exec "$@"',
      `host-${at}`,
      ...node,
      "worker",
      "--name",
      `host-${at}`,
    ],
    url,
  );

let database: Postgres | undefined;
let isCleaned = false;
async function cleanUp(): Promise<void> {
  if (isCleaned) return;
  isCleaned = true;
  for (const child of started) child.kill("SIGTERM");
  await Promise.all(started);
  await database?.remove();
  for (const one of undo.splice(0).toReversed()) one();
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void cleanUp().finally(() => process.exit(130)));

interface Row {
  worker: string;
  owner: string;
  answers: number;
  seconds: number;
}

async function measure(): Promise<{ lines: string[]; isRight: boolean }> {
  database = await startPostgres(`${NETWORK}.1`);
  const { url } = database;
  const begun = performance.now();
  const since = (): string => ((performance.now() - begun) / 1000).toFixed(0);
  const workers = Array.from({ length: count }, (_, at) => startWorker(at + 1, url));
  const client = new Client(url);
  await client.connect();
  const rows = async <T extends object>(sql: string): Promise<T[]> => (await client.query<T>(sql)).rows;
  const ended = Promise.race(workers.map(async (one) => (await one).all));
  const ready = until(async () => {
    const [is] = await rows<{ there: boolean }>("select to_regclass('kernelwright.worker') is not null as there");
    return is!.there && (await rows("select 1 from kernelwright.worker")).length === count;
  }, READY_MS);
  const early = await Promise.race([ready.then(() => null), ended]);
  if (early !== null) throw new Error(`a worker ended: ${early}`);
  console.log(`${count} workers are ready after ${since()} s`);
  const run = async (args: string[]) => {
    const start = performance.now();
    const { exitCode, all } = await launch([...node, ...args], url);
    console.log(`${readable(args)}\n${all}\nexit code ${exitCode} after ${since()} s`);
    return { args, exitCode, seconds: (performance.now() - start) / 1000 };
  };
  const [search, bench] = await Promise.all([run(SEARCH), run(BENCH)]);
  const found = await rows<Row>(`select worker, owner, count(*)::int as answers, sum(extract(epoch from answered - begun))::float8 as seconds
    from kernelwright.question where reply is not null group by worker, owner order by worker, owner`);
  const addresses = await rows<{ address: string }>(
    "select distinct host(client_addr) as address from pg_stat_activity where client_addr is not null order by 1",
  );
  const places = await rows<{ worker: string; place: string }>(
    `select distinct worker, reply::jsonb #>> '{verdict,place,host}' as place from kernelwright.question where reply::jsonb ? 'verdict' order by 1`,
  );
  const [open] = await rows<{ open: number; dead: number }>(
    "select count(*) filter (where reply is null)::int as open, count(*) filter (where dead)::int as dead from kernelwright.question",
  );
  await client.end();
  for (const one of workers) one.kill("SIGTERM");
  const codes = (await Promise.all(workers)).map((one) => one.exitCode);
  const lines = [
    `\`npm run bench:hosts\` made this part on ${availableParallelism()} CPU cores, ${new Date().toISOString().slice(0, 10)}. Each of ${count} workers has a network namespace, an address and a host name of its own, and the real judge. All of them share these cores, so the times are not comparable with those of a machine of their own. One search and one bench asked at once, with recorded replies.`,
    "",
    "| command | exit code | seconds |",
    "| --- | --- | --- |",
    ...[search, bench].map(({ args, exitCode, seconds }) => `| \`${readable(args)}\` | ${exitCode} | ${seconds.toFixed(0)} |`),
    "",
    "| worker | run | answers of the judge | seconds in its hands |",
    "| --- | --- | --- | --- |",
    ...found.map(({ worker, owner, answers, seconds }) => `| ${worker} | ${owner} | ${answers} | ${seconds.toFixed(0)} |`),
    "",
    `- Verdicts name these hosts: ${places.map(({ worker, place }) => `${place} (worker ${worker})`).join(", ")}.`,
    `- The database had connections from ${addresses.map((one) => one.address).join(", ")}.`,
    `- Open jobs and dead letters at the end: ${open!.open}, ${open!.dead}. The workers ended with ${codes.join(", ")} on SIGTERM.`,
  ];
  const isRight = search.exitCode === 0 && bench.exitCode === 0 && new Set(found.map((one) => one.worker)).size === count && open!.open === 0;
  return { lines, isRight };
}

try {
  makeNetwork();
  const { lines, isRight } = await measure();
  console.log(lines.join("\n"));
  fill(values.out, "hosts", lines.join("\n"));
  process.exitCode = isRight ? 0 : 1;
} finally {
  await cleanUp();
}
