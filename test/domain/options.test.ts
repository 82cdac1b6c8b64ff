/** The option table against the places that are made from it. */
import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { ConfigFile } from "../../src/config/config-file.ts";
import { type Flags, flagsOf, valueOf } from "../../src/config/flags.ts";
import { resolveSettings } from "../../src/config/resolve-settings.ts";
import { optionNames, optionOf, type OptionName } from "../../src/domain/options.ts";
import { RunContext, SearchForm } from "../../src/domain/request.ts";
import { formatWorker, parseWorker, withFolder } from "../../src/domain/worker-spec.ts";

const form = (request: object, context: object): Flags => flagsOf(SearchForm.parse(request), RunContext.parse(context));

describe("the option table", () => {
  it("gives Studio a field for each option that has a title, and the configuration file a key for all but --against and --replay", () => {
    const fields = [...Object.keys(SearchForm.shape), ...Object.keys(RunContext.shape)].map((name) => (name === "maxCostUsd" ? "maxCost" : name));
    expect(optionNames.filter((name) => optionOf(name).title !== undefined && !fields.includes(name))).toEqual([]);
    expect(optionNames.filter((name) => !(name in ConfigFile.shape))).toEqual(["against", "replay"]);
  });

  it("reads a form like the same flags, and an empty form as no choice", () => {
    expect(form({ target: "cpu", maxCostUsd: 5, attempts: 7, approve: ["plans", "promotion"] }, { seed: 3, language: "cpp" })).toEqual({
      ...form({}, {}),
      target: "cpu",
      maxCost: "5",
      attempts: "7",
      approve: "plans,promotion",
      seed: "3",
      language: "cpp",
    });
    expect(form({}, {})).toEqual({ precision: "fp32", library: "library-allowed" });
  });
});

const good: [OptionName, string, unknown][] = [
  ["attempts", "30", 30],
  ["seed", "0", 0],
  ["maxCost", "0.5", 0.5],
  ["targetSpeedup", "2", 2],
  ["price", "1.25,10", { input: 1.25, output: 10 }],
  ["language", "cuda,triton,cuda", ["cuda", "triton"]],
  ["approve", "plans", ["plans"]],
  ["require", "nan,train", ["nan", "train"]],
  ["strategy", "search-only", "search-only"],
];
it.each(good)("--%s %s is read", (name, text, value) => expect(valueOf({ [name]: text }, name)).toEqual(value));

const bad: [OptionName, string, RegExp][] = [
  ["attempts", "0", /--attempts 0 is not a positive whole number of at most 10000/],
  ["attempts", "2.5", /--attempts 2.5 is not a positive whole number/],
  ["seed", "-1", /--seed -1 is not a whole number/],
  ["maxTokens", "", /--max-tokens {2}is not a number above 0/],
  ["maxMinutes", "Infinity", /--max-minutes Infinity is not a number above 0/],
  ["targetSpeedup", "1", /--target-speedup 1 is not a number above 1/],
  ["price", "1", /--price 1 is not 2 numbers, separated by a comma/],
  ["price", "1,x", /--price 1,x is not 2 numbers/],
  ["language", "cuda,rust", /--language rust is unknown/],
  ["approve", "plan", /--approve plan is unknown/],
  ["require", "nan,odd", /--require odd is unknown/],
  ["model", "", /--model {2}is not a text with something in it/],
];
it.each(bad)("--%s %s is refused by name", (name, text, says) => {
  expect(() => valueOf({ [name]: text }, name)).toThrow(says);
  expect(() => resolveSettings("task.py", { target: "cpu", estimate: true, [name]: text }, false)).toThrow(says); // whether or not the run would use it
});

it("several languages are refused for a strategy that never turns to the next, and taken by the others", () => {
  const resolve = (strategy: string) => () => resolveSettings("task.py", { target: "cuda", estimate: true, language: "cuda,triton", strategy }, true);
  for (const strategy of ["stark", "sampling", "best-of-n", "reflexion", "search-only", "agents-only"])
    expect(resolve(strategy)).toThrow(`--language cuda,triton does not go with --strategy ${strategy}`);
  for (const strategy of ["refine", "beam", "greedy", "mcts"]) expect(resolve(strategy)()).toMatchObject({ language: "cuda", alsoIn: ["triton"] });
});

describe("--worker", () => {
  it.each([
    ["", { kind: "here" }],
    ["spool:jobs", { kind: "spool", folder: "jobs" }],
    ["queue", { kind: "queue", database: null }],
    ["queue:postgres://me@db.example/name", { kind: "queue", database: "postgres://me@db.example/name" }],
    [`ssh -p 22 "gpu 01" --`, { kind: "command", text: `ssh -p 22 "gpu 01" --`, words: ["ssh", "-p", "22", "gpu 01", "--"] }],
  ])("%j is read as one kind of worker, and written back", (text, spec) => {
    expect(parseWorker(text)).toEqual(spec);
    expect(formatWorker(parseWorker(text))).toBe(text);
  });

  it("without a value is refused, and a spool's folder becomes absolute", () => {
    expect(() => parseWorker('""')).toThrow(/names no command/);
    expect(() => parseWorker("queue:runs.db")).toThrow(/names no Postgres database/);
    for (const address of ["postgres://me:hunter2@db.example/name", "postgres://db.example/name?password=hunter2"])
      expect(() => parseWorker(`queue:${address}`)).toThrow(/contains a password, which the run's settings would keep/);
    expect(withFolder(parseWorker("spool:jobs"), (folder) => `/srv/${folder}`)).toEqual({ kind: "spool", folder: "/srv/jobs" });
  });
});

it("every option's schema can be written as JSON Schema, as the forms and the configuration file need it", () => {
  for (const name of optionNames) expect(z.toJSONSchema(optionOf(name).schema)).toMatchObject({ $schema: expect.any(String) });
});
