/** Human feedback on the command line: approving, editing, redirecting and rejecting a plan, promotion, and forks. The judge is scripted. */
import { afterEach, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { affineAgents } from "../../support/affine.ts";
import { scratch, start } from "../../support/command.ts";
import { type ModelServer, startModelServer } from "../../support/model-server.ts";
import { eventsOf, treeOf } from "../../support/run.ts";
import { affineTask as task, scriptedJudge } from "../../support/places.ts";

let server: ModelServer;
afterEach(async () => await server.close());

const optimize = async (input: string, ...args: string[]) => {
  server = await startModelServer(affineAgents());
  const run = join(scratch(), "run");
  const child = start(["optimize", task, "--target", "cpu", "--strategy", "beam", "--worker", scriptedJudge, "--out", run, ...args], {
    endpoint: server.url,
    input,
  });
  return { run, result: await child };
};
const prompts = (role: string): string[] => server.answered.filter((one) => one.role === role).map((one) => one.prompt);

it("a plan waits for human feedback: edited advice reaches the coder, and rejections become rules in later prompts", async () => {
  const answers = ["r no shared memory here", "e use the widest vector loads", "nonsense", "r the numbers do not convince me", ""];
  const { run, result } = await optimize(answers.join("\n"), "--attempts", "1", "--approve", "plans,promotion");
  const told = eventsOf(run).flatMap((one) => (one.type === "human_feedback" ? [one.feedback] : []));
  const plans = eventsOf(run).flatMap((one) => (one.type === "attempted" && one.attempt.plan ? [one.attempt.plan.advice] : []));
  expect(result.exitCode).toBe(3);
  expect(result.all).toContain('"nonsense" is no answer');
  expect(plans).toContain("use the widest vector loads");
  expect(prompts("coder").some((one) => one.includes("use the widest vector loads"))).toBe(true);
  expect(prompts("planner").at(-1)).toContain("Do not do this again: no shared memory here");
  expect(told.map(({ kind, text }) => [kind, text])).toEqual(
    expect.arrayContaining([
      ["rule", "no shared memory here"],
      ["note", "the numbers do not convince me"],
    ]),
  );
  expect(eventsOf(run).some((one) => one.type === "promoted")).toBe(false);
});

it("a rejected plan and its successor are both shown, and a replay makes the successor", async () => {
  const { run } = await optimize("r no shared memory here\n\n", "--attempts", "1", "--no-tune", "--approve", "plans");
  const { exchanges } = JSON.parse((await start(["inspect", run, "r1b1", "--json"])).stdout);
  expect(exchanges.map((one: { call: string }) => one.call)).toEqual(["planner.0", "planner2.0", "coder.0"]);
  const recording = join(run, "recording.jsonl");
  await start(["export", run, "--replies", "-o", recording]);
  const replay = join(scratch(), "replay");
  await start(["optimize", task, "--target", "cpu", "--worker", scriptedJudge, "--no-tune", "--replay", recording, "--out", replay]);
  expect(treeOf(replay)).toEqual(treeOf(run));
  expect(treeOf(run)).toEqual([expect.stringMatching(/^r1b1 < root coder .* [0-9a-f]{6}$/)]); // a kernel was judged
});

it("Ctrl-C at a question stops the search, and resume asks again", async () => {
  server = await startModelServer(affineAgents());
  const run = join(scratch(), "run");
  const child = start(["optimize", task, "--target", "cpu", "--worker", scriptedJudge, "--strategy", "beam", "--out", run, "--approve", "plans"], {
    endpoint: server.url,
    input: new PassThrough(),
  });
  child.stderr.on("data", (text) => String(text).includes("Plan for") && child.kill("SIGINT"));
  expect(await child).toMatchObject({ exitCode: 130, all: expect.stringMatching(/stops after the work in flight[^]*go on with: npx kernelwright resume/) });
  expect((await start(["resume", run], { endpoint: server.url, input: "" })).all).toContain("Plan for r1b1");
});

it("another attempt can be expanded instead, and a search whose input ends stops and resumes at the question", async () => {
  const { run, result } = await optimize("\n", "--attempts", "4", "--approve", "plans");
  expect([result.exitCode, result.all]).toEqual([4, expect.stringMatching(/the plan of r\d+b\d needs your approval[\s\S]*kernelwright resume/)]);
  const waiting = /the plan of (r\d+b\d) needs/.exec(result.all)?.[1];
  const asked = server.answered.length;
  const again = await start(["resume", run], { endpoint: server.url, input: "t root\n".padEnd(200, "\n") });
  expect(again.all).toContain(`Plan for ${waiting}`);
  expect(server.answered.length).toBeGreaterThan(asked);
  const changed = eventsOf(run).flatMap((one) => (one.type === "human_feedback" ? [one.feedback.text] : []));
  expect(changed).toEqual([expect.stringMatching(/^expand root instead of/)]);
  expect(again.all).toContain("Report:");
});

it("a run without its checkpoints is not started again from the beginning", async () => {
  const { run } = await optimize("", "--attempts", "2", "--approve", "plans");
  const before = readFileSync(join(run, "events.jsonl"), "utf8");
  const elsewhere = await start(["resume", run], { endpoint: server.url, env: { KERNELWRIGHT_DATABASE: join(scratch(), "other.db") } });
  expect([elsewhere.exitCode, elsewhere.all]).toEqual([1, expect.stringMatching(/began with another database[^]*set KERNELWRIGHT_DATABASE/)]);
  expect(readFileSync(join(run, "events.jsonl"), "utf8")).toBe(before);
});

it("a fork continues from an earlier round with a hint and a new budget, repeats no call, and leaves the run unchanged", async () => {
  const { run } = await optimize("", "--attempts", "6");
  const before = [treeOf(run), readFileSync(join(run, "events.jsonl"), "utf8")];
  const asked = server.answered.length;
  const out = join(scratch(), "fork");
  const result = await start(["fork", run, "--round", "1", "--attempts", "5", "--hint", "prefer one pass over memory", "--out", out], { endpoint: server.url });
  const first = (lines: string[]): string[] => lines.filter((one) => one.startsWith("r1"));
  const later = server.answered.slice(asked);
  expect(result.all).toContain("Report:");
  expect(first(treeOf(out))).toEqual(first(treeOf(run)));
  expect(treeOf(out).filter((one) => !/^\w+t /.test(one)).length).toBe(8); // three copied, five new
  expect(later.filter((one) => one.role === "planner").every((one) => one.prompt.includes("prefer one pass over memory"))).toBe(true);
  expect(later.filter((one) => one.role === "planner").length).toBeGreaterThan(0);
  expect([treeOf(run), readFileSync(join(run, "events.jsonl"), "utf8")]).toEqual(before);
  const [begun] = eventsOf(out);
  const { id } = JSON.parse(readFileSync(join(out, "run.json"), "utf8"));
  expect(begun).toMatchObject({ runId: id, command: `npx kernelwright fork ${run} --round 1 --attempts 5 --hint 'prefer one pass over memory'` });
  expect(readFileSync(join(out, "report.html"), "utf8")).toContain(`run ${id}`);
  const wrong = await start(["fork", run, "--round", "77"]);
  expect([wrong.exitCode, wrong.all]).toEqual([1, expect.stringMatching(/has no round 77\n.*give a round from 0/)]);
});

it("a hint reaches an agent that works alone, whose prompt is otherwise the published one", async () => {
  const { run } = await optimize("", "--attempts", "2", "--strategy", "sampling");
  const told = "# What the person in charge says";
  expect(prompts("solo").some((one) => one.includes(told))).toBe(false);
  await start(["fork", run, "--round", "1", "--attempts", "1", "--hint", "prefer one pass over memory", "--out", join(scratch(), "fork")], {
    endpoint: server.url,
  });
  expect(prompts("solo").at(-1)).toMatch(new RegExp(`\n\n${told}\n\n- prefer one pass over memory\n\n# Your task`));
});

it.each(["--async", "--strategy sampling", "--strategy refine"])("plans cannot be approved with %s", async (flag) => {
  const { result } = await optimize("", ...flag.split(" "), "--approve", "plans");
  expect([result.exitCode, result.all]).toEqual([1, expect.stringContaining(`--approve plans does not go with ${flag}`)]);
});
