/** A large module in a whole search: plans name parts, the rest stays in PyTorch, and winners of different parts are joined by crossover. */
import { expect, it } from "@jest/globals";
import { affineAgents } from "../support/affine.ts";
import type { Script } from "../support/model-server.ts";
import { search } from "../support/search.ts";
import { okVerdict } from "../support/verdicts.ts";

const row = (name: string, share: number, calls: number) => ({ name: `aten::${name}`, us: share * 1000, share, calls });
const large = { operators: [row("cudnn_convolution", 0.5, 3), row("addmm", 0.4, 2), row("relu", 0.1, 4)] };
const agents = affineAgents();
const onPart =
  (partOf: (prompt: string) => string): Script =>
  (asked, count) => {
    const reply = agents(asked, count);
    return asked.role === "planner" && typeof reply === "string" ? JSON.stringify({ ...JSON.parse(reply), part: partOf(asked.prompt) }) : reply;
  };
const begun = (prompt: string): string => /\. ([\w ]+) is a good start/.exec(prompt)?.[1] ?? "none";

it("plans name parts, coders keep the rest in PyTorch, and the next round joins the winners by crossover", async () => {
  const { record, answered } = await search(onPart(begun), { policy: { attempts: 6 } }, () => okVerdict("search", 1.4), large);
  const first = record.attempts.filter((one) => one.round === 1);
  expect(new Set(first.map((one) => one.plan?.part)).size).toBe(first.length);
  expect(first.find((one) => one.plan?.part === "convolution")?.plan?.atMost).toBe(2);
  expect(answered.find((one) => one.role === "coder")?.prompt).toMatch(/Only the part "[\w ]+" changes: everything else stays in PyTorch/);
  const crossed = record.attempts.find((one) => one.plan?.strategy === "crossover");
  expect(crossed?.plan?.part).toMatch(/ \+ /);
  const taking = answered.filter((one) => /# The attempt to take over: /.test(one.prompt));
  expect(taking[0]?.role).toBe("coder");
  expect(record.expansions.find((one) => one.attempt === crossed?.id)?.why).toBe("crossover");
});

it("a plan for a part that does not exist is sent back twice and then fails its attempt unjudged", async () => {
  const { record, answered, judged } = await search(
    onPart(() => "flux capacitor"),
    {},
    undefined,
    large,
  );
  expect(answered.map((one) => one.role)).toEqual(["planner", "planner", "planner"]);
  expect(answered[1]?.prompt).toMatch(/There is no part "flux capacitor"\. The parts are: convolution, matrix product, elementwise/);
  expect(record.attempts.at(-1)).toMatchObject({ status: "no_reply", problem: expect.stringMatching(/no part "flux capacitor"/) });
  expect(judged).toEqual([]);
});

it("a small module is not split into parts", async () => {
  const { answered } = await search(agents);
  expect(answered.map((one) => one.prompt).join("")).not.toMatch(/# The parts of this module/);
});
