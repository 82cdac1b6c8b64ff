/** Grounded instruction through the real graph: what a reply does outside the tags is sent back as it is, and not for ever. */
import { expect, it } from "@jest/globals";
import { createHash } from "node:crypto";
import { affineBundle } from "../support/affine.ts";
import { start } from "../support/command.ts";
import { type Script, startModelServer } from "../support/model-server.ts";
import { makeRun, treeOf } from "../support/run.ts";

/** A kernel that the scripted judge passes and finds faster than the reference. */
const passing = Array.from({ length: 200 }, (_, variant) => affineBundle(variant)).find((files) => {
  const [kind = 0, gain = 0] = createHash("sha256").update(JSON.stringify(files)).digest();
  return kind > 140 && gain > 140;
})!;

const search = async (script: Script, ...[strategy, more]: [Parameters<typeof makeRun>[0], Parameters<typeof makeRun>[2]]) => {
  const server = await startModelServer(script);
  const run = makeRun(strategy, server.url, more);
  await start(["resume", run], { endpoint: server.url });
  await server.close();
  return { asked: server.answered, tree: treeOf(run) };
};

it("a copied source that differs outside the tags is sent back twice with the difference, and then the attempt fails without a build", async () => {
  const echo = "## <<<IMPROVE BEGINS>>>\nimport torch\n## <<<IMPROVE ENDS>>>\nimport nothing\n";
  const script: Script = () => JSON.stringify({ strategy: "s", advice: "a", files: [{ name: "reference.py", text: echo }] });
  const { asked, tree } = await search(script, "stark", { attempts: 1 });
  expect(asked.map((one) => one.role)).toEqual(["planner", "planner", "planner"]);
  expect(asked[1]?.prompt).toMatch(/outside the tags reference\.py must stay exactly as it is; these lines differ:\n-\d+ [^\n]*\n\+\d+ import nothing/);
  expect(tree).toEqual(["r1b1 < root coder no_reply -"]);
});

it("code that changes unmarked lines is sent back twice and then judged as it is", async () => {
  const strayed = passing.map((file) => ({ ...file, text: file.text.replace("return variant < 0;", "return 0;") }));
  const script: Script = ({ role, prompt }) => {
    const file = prompt.includes("The attempt to improve: root") ? "reference.py" : "kernel.cpp";
    if (role === "planner") return JSON.stringify({ strategy: "s", advice: "a", anchors: [{ file, from: 2, to: 2 }] });
    return JSON.stringify({ explanation: "e", files: prompt.includes("The source to change: root") ? passing : strayed });
  };
  const { asked, tree } = await search(script, "greedy", { attempts: 2, repairs: 0 });
  const coders = asked.filter((one) => one.role === "coder");
  expect(coders).toHaveLength(1 + 3);
  expect(coders[2]?.prompt).toMatch(/The reply differs there[^\n]*:\n-kernel\.cpp return variant < 0;/);
  expect(tree[1]).toMatch(/^r2b1 < r1b1 coder (ok|wrong|build_failed)/);
});
