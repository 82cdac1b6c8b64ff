/** Who is served when several runs share a queue, and by which host. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { createJudge } from "../../../src/tools/judge/client.ts";
import { type Claim, queueWorker } from "../../../src/tools/judge/queue/queue-worker.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { hostNamed, kernel, serving } from "../../support/queue.ts";
import { until } from "../../support/until.ts";

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
});
afterAll(async () => await database.remove());

const asking = (run: string, claim: Partial<Claim> = {}, tell: (line: string) => void = () => {}) =>
  createJudge(queueWorker(database.url, claim, tell, 200), run);
const BENCH = { urgency: 1 } as const;

it("a person is served before benches, and two benches of many tasks share one worker in turns", async () => {
  const order: string[] = [];
  const slow = async ({ task }: { task: { name: string } }): Promise<void> => {
    order.push(task.name.slice(0, 1));
    await sleep(60);
  };
  const [a, b, person] = [asking("a", BENCH), asking("b", BENCH), asking("p")];
  const many = (judge: ReturnType<typeof asking>, name: string) =>
    Array.from({ length: 80 }, async (_, at) => await judge.evaluate(kernel(`${name}${Math.floor(at / 40)}`, `x = ${at}`)));
  const first = many(a, "a");
  const worker = await serving(database.url, "shared", slow, { jobs: 2, turn: { seconds: 0.5, jobs: 3 } });
  await until(() => order.length > 2);
  const second = many(b, "b");
  await until(() => order.includes("b"));
  const answered = person.evaluate(kernel("p", "x = 1"));
  await until(async () => (await rows("select 1 from kernelwright.question where owner = 'p'")).length > 0);
  const at = order.length;
  await answered;
  const after = order.indexOf("p") - at;
  await Promise.all([...first, ...second]);
  await worker.end();
  await Promise.all([a, b, person].map(async (one) => one.close()));
  expect(after).toBeLessThan(60); // at most one look late
  const changes = order.filter((one, place) => place > 0 && order[place - 1] !== one).length;
  expect(changes).toBeGreaterThanOrEqual(4); // to b, to the person, and back and forth
});

it("a program has at most its bound of questions in the queue", async () => {
  const judge = asking("bounded", { most: 2 });
  const asked = Promise.all([1, 2, 3, 4, 5].map(async (x) => await judge.evaluate(kernel("bounded", `x = ${x}`))));
  const open = async () => await rows("select 1 from kernelwright.question where owner = 'bounded' and reply is null");
  await until(async () => (await open()).length > 1);
  await sleep(300);
  const waiting = await open();
  const worker = await serving(database.url, "any");
  const verdicts = await asked;
  await worker.end();
  await judge.close();
  expect([waiting.length, verdicts.length]).toEqual([2, 5]);
});

it("a worker without a GPU leaves cuda tasks to others, and the search says what is missing", async () => {
  const said: string[] = [];
  const judge = asking("gpu", {}, (line) => void said.push(line));
  const plain = await serving(database.url, "plain", () => {}, { host: hostNamed("plain") });
  const asked = judge.evaluate({ ...kernel("gpu", "x"), target: "cuda" });
  await until(() => said.length > 0);
  const gpu = await serving(database.url, "with", () => {}, { host: hostNamed("with", "NVIDIA H200") });
  const verdict = await asked;
  await Promise.all([plain.end(), gpu.end()]);
  await judge.close();
  expect(said).toEqual([expect.stringMatching(/no live worker of the queue fits this question: it needs a GPU/)]);
  expect(verdict.place).toEqual({ host: "with", device: "NVIDIA H200", driver: "580.1" });
});

it("a run stays on the host of its reference while that lives, then goes to one with the same device, and never to another device", async () => {
  const task = (text: string) => ({ ...kernel("homely", text), target: "cuda" as const });
  const { task: about, target, precision } = task("");
  const said: string[] = [];
  const judge = asking("homely", {}, (line) => void said.push(line));
  const home = await serving(database.url, "home", () => {}, { host: hostNamed("home", "H200") });
  const { host } = await judge.prepare({ task: about, target, precision, baselines: [] });
  const [twin, other] = [
    await serving(database.url, "twin", () => {}, { host: hostNamed("twin", "H200") }),
    await serving(database.url, "other", () => {}, { host: hostNamed("other", "A100") }),
  ];
  const early = await Promise.all(["1", "2", "3"].map(async (x) => await judge.evaluate(task(x))));
  const again = await judge.evaluate(task("1"), ["home"]);
  const hosts = await judge.hostsLike(host, "cuda");
  await home.end();
  const late = await judge.evaluate(task("4"));
  await twin.end();
  const never = judge.evaluate(task("5")).catch(() => "closed");
  await until(() => said.length > 0);
  await judge.close();
  await other.end();
  expect(host.name).toBe("home");
  expect(early.map(({ place }) => place?.host)).toEqual(["home", "home", "home"]);
  expect([again.place?.host, late.place?.host, await never]).toEqual(["twin", "twin", "closed"]);
  expect(hosts?.toSorted()).toEqual(["home", "twin"]);
  expect(said).toEqual([expect.stringMatching(/it needs the device H200, on which this run measured its reference/)]);
});

async function rows(sql: string): Promise<object[]> {
  const client = new Client(database.url);
  await client.connect();
  const result = await client.query<object>(sql);
  await client.end();
  return result.rows;
}
