/**
 * `npm run bench:trouble`: searches over the queue whose database goes away for a while and for good, and whose judge ends over each candidate.
 * Each has a Postgres, a worker and a search of its own: real processes, with a scripted model and a scripted judge. The command prints what
 * happened, and writes it into a page.
 *
 * Options: --away N (seconds without the database), --out FILE. Exits 1 if one did not end as docs/workers.md says.
 */
import { execa } from "execa";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { affineAgents } from "../../test/support/affine.ts";
import { startModelServer } from "../../test/support/model-server.ts";
import { affineTask, main, scriptedJudge } from "../../test/support/places.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import { until } from "../../test/support/until.ts";
import { argumentsIn } from "../arguments.ts";
import { fill } from "../pages.ts";

const { values } = argumentsIn({ options: { away: { type: "string", default: "30" }, out: { type: "string", default: "docs/results/queue.md" } } });
const away = Number(values.away);
const READY_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), "kernelwright-trouble-"));
const model = await startModelServer(affineAgents(), 500);

interface Outcome {
  tried: string;
  happened: string;
  isRight: boolean;
}

/** A search and its worker, over a database of their own. */
async function begin(name: string, env: Record<string, string>) {
  const database = await startPostgres();
  const launch = (args: string[]) =>
    execa(process.execPath, ["--disable-warning=ExperimentalWarning", main, ...args], {
      cwd: folder,
      reject: false,
      all: true,
      env: {
        NODE_OPTIONS: "",
        KERNELWRIGHT_DATABASE: database.url,
        OPENAI_API_KEY: "test",
        OPENAI_BASE_URL: model.url,
        KERNELWRIGHT_MODEL: "scripted",
        ...env,
      },
    });
  const worker = launch(["worker", "--name", name, "--worker", scriptedJudge]);
  const search = launch(["optimize", affineTask, "--target", "cpu", "--attempts", "6", "--worker", "queue", "--out", join(folder, name)]);
  const rows = async <T extends object>(sql: string): Promise<T[]> => {
    const client = new Client(database.url);
    await client.connect();
    return await client.query<T>(sql).then(
      async ({ rows: found }) => (await client.end(), found),
      async (error: unknown) => (await client.end(), Promise.reject(error)),
    );
  };
  const judging = async (): Promise<void> =>
    await until(async () => (await rows("select 1 from kernelwright.question where label = 'affine' and reply is null").catch(() => [])).length > 0, READY_MS);
  return { database, worker, search, rows, judging };
}

/** The messages that a program wrote last, without its own name. */
const lastLines = (text: string, count: number): string =>
  text
    .trim()
    .split("\n")
    .slice(-count)
    .map((line) => line.trim())
    .join(" ");
const hasStack = (text: string): boolean => /^\s+at .*:\d+:\d+|Traceback/m.test(text);

interface Standing {
  open: number;
  dead: number;
}
const STANDING = "select count(*) filter (where reply is null)::int as open, count(*) filter (where dead)::int as dead from kernelwright.question";

async function awayForAWhile(): Promise<Outcome> {
  const { database, worker, search, rows, judging } = await begin("while", { KERNELWRIGHT_TEST_FIXED_MS: "1000" });
  await judging();
  await database.stop();
  await sleep(away * 1000);
  await database.start();
  const { exitCode, all } = await search;
  const [standing] = await rows<Standing>(STANDING);
  worker.kill("SIGTERM");
  const ended = await worker;
  await database.remove();
  const isRight = exitCode === 0 && standing!.open + standing!.dead === 0 && ended.exitCode === 0 && !hasStack(all + ended.all);
  const happened = `The search went on and ended with code ${exitCode}. Open jobs, dead letters: ${standing!.open}, ${standing!.dead}. The worker lived, and ended with ${ended.exitCode} on SIGTERM.`;
  return { tried: `The database goes away for ${away} s during a search.`, happened, isRight };
}

async function awayForGood(): Promise<Outcome> {
  const { database, worker, search, judging } = await begin("good", { KERNELWRIGHT_TEST_FIXED_MS: "1000" });
  await judging();
  await database.stop();
  const since = performance.now();
  const [asked, served] = await Promise.all([search, worker]);
  const seconds = (performance.now() - since) / 1000;
  await database.remove();
  const isRight = asked.exitCode === 4 && served.exitCode === 4 && !hasStack(asked.all + served.all);
  const happened = `After ${seconds.toFixed(0)} s both had ended, the search with code ${asked.exitCode} and the worker with ${served.exitCode}. The worker said: "${lastLines(served.all, 2)}"`;
  return { tried: "The database goes away for good.", happened, isRight };
}

async function deadlyJob(): Promise<Outcome> {
  const { database, worker, search, rows } = await begin("deadly", { KERNELWRIGHT_TEST_DEADLY: "evaluate" });
  const { exitCode, all } = await search;
  const [standing] = await rows<Standing>(STANDING);
  worker.kill("SIGTERM");
  await worker;
  await database.remove();
  const says = all.split("\n").filter((line) => /dead letter/.test(line)).length;
  const isRight = exitCode === 3 && standing!.dead > 0 && says > 0 && !hasStack(all);
  const happened = `Each became a dead letter after two tries: ${standing!.dead}. The search counted them as crashed, named the dead letter ${says} times, and ended with code ${exitCode}.`;
  return { tried: "Every candidate of a search ends its judge.", happened, isRight };
}

const told = async (work: Promise<Outcome>): Promise<Outcome> => {
  const outcome = await work;
  console.log(`${outcome.isRight ? "as documented" : "WRONG"}: ${outcome.tried} ${outcome.happened}`);
  return outcome;
};
const outcomes = await Promise.all([awayForAWhile(), awayForGood(), deadlyJob()].map(told));
await model.close();
rmSync(folder, { recursive: true, force: true });
const text = [
  `\`npm run bench:trouble\` made this part, ${new Date().toISOString().slice(0, 10)}. Each row is a search and a worker of its own over a real Postgres.`,
  "",
  "| what was tried | what happened |",
  "| --- | --- |",
  ...outcomes.map(({ tried, happened }) => `| ${tried} | ${happened} |`),
].join("\n");
fill(values.out, "trouble", text);
process.exit(outcomes.every((one) => one.isRight) ? 0 : 1);
