/** The techniques that a diagnosis names against each limit, as a model reads them. */
import { expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { limitFrom, weighed } from "../../../src/search/diagnosis/limit.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import { repository } from "../../support/places.ts";

const sections = [...readFileSync(join(repository, "prompts", "limits.md"), "utf8").matchAll(/^## (\S+)$/gm)].map(([, name]) => name!);
const rules = ["gpu", "cpu", "call"].map((name) => readFileSync(join(repository, "src", "search", "diagnosis", `${name}-rules.ts`), "utf8")).join("\n");
const words = rules.replaceAll(/[^a-z]+/g, "-");

it("each limit in prompts/limits.md is one that a rule finds, and its techniques are one line", () => {
  const dynamic = ["separate-passes", "occupancy-limited-by-registers", "occupancy-limited-by-shared-memory", "occupancy-limited-by-block-size"];
  expect(sections.filter((name) => !dynamic.includes(name) && !words.includes(`-${name}-`))).toEqual([]);
  for (const name of sections) expect(renderPrompt(`limits#${name}`, {})).toMatch(/^[^\n]{20,160}$/);
});

it("a limit whose name holds a number is found by its key", () => {
  expect(limitFrom(renderPrompt, weighed(1, "3 kernels per call", "a 60 %; b 30 %; c 10 %", "kernels per call"))).toEqual({
    what: "3 kernels per call",
    evidence: "a 60 %; b 30 %; c 10 %",
    techniques: "fuse neighbours; speed up the one with the largest share first",
  });
});
