/** Lessons in whole searches: one run teaches, the next is shown, and nothing happens without a memory. */
import { afterAll, expect, it } from "@jest/globals";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { affineAgents } from "../support/affine.ts";
import { removeScratch, scratch } from "../support/command.ts";
import type { Script } from "../support/model-server.ts";
import { search } from "../support/search.ts";

afterAll(removeScratch);

const agents = affineAgents();
const planning: Script = (asked, count) => {
  const reply = agents(asked, count);
  return asked.role === "planner" && typeof reply === "string" ? JSON.stringify({ ...JSON.parse(reply), strategy: "other: halve it" }) : reply;
};
const items = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json")) : [];

it("a lesson of one run is shown to the planner of the next, and its outcome is stored", async () => {
  const memory = join(scratch(), "memory");
  const first = await search(planning, { memory });
  expect(first.answered[0]?.prompt).not.toMatch(/Measured to help/);
  expect(items(memory)).toHaveLength(1);
  const second = await search(planning, { memory });
  expect(second.answered[0]?.prompt).toMatch(/Measured to help on this bottleneck in other tasks[\s\S]*- other: halve it \(2\.00 times faster on/);
  expect(items(memory).filter((name) => name.startsWith("outcomes"))).toHaveLength(1);
  expect(items(memory).filter((name) => name.startsWith("lessons"))).toHaveLength(2);
});

it("without --memory nothing is stored, and earlier lessons are not shown", async () => {
  const memory = join(scratch(), "memory");
  await search(planning, { memory });
  const { answered } = await search(planning);
  expect(answered.map((one) => one.prompt).join("")).not.toMatch(/Measured to help/);
  expect(items(memory)).toHaveLength(1);
});
