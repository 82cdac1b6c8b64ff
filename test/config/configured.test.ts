/** The configuration file through the command line; the model is never asked, the judge never started. */
import { describe, expect, it } from "@jest/globals";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch, start } from "../support/command.ts";
import { affineTask as task } from "../support/places.ts";

/** Starts `optimize` beside a config file with this text. The judge fails at once, so the command only makes the run's folder. */
async function runWith(config: string, args: string[] = []) {
  const cwd = scratch();
  writeFileSync(join(cwd, "kernelwright.config.json"), config);
  const result = await start(["optimize", task, "--target", "cpu", "--worker", "false", "--out", "run", ...args], { cwd, endpoint: "http://127.0.0.1:9/v1" });
  return { result, kept: () => JSON.parse(readFileSync(join(cwd, "run", "run.json"), "utf8")), cwd };
}

describe("kernelwright.config.json", () => {
  it("overrides the defaults, yields to flags, and the run stores the result", async () => {
    const { kept, cwd } = await runWith('{ "attempts": 7, "seed": 3, "maxMinutes": 2, "blockRecord": "blocks", "async": true }', ["--seed", "5"]);
    const { settings, command } = kept();
    expect(settings).toMatchObject({ seed: 5, policy: { attempts: 7, async: true }, limits: { seconds: 120 }, blockRecord: join(cwd, "blocks") });
    expect(command).toContain(`--seed 5 --attempts 7 --async --max-minutes 2 --block-record ${join(cwd, "blocks")}`);
    expect(command).not.toContain("--out"); // the folder holds this run, so the same command would be refused
  });

  it("leaves no secret in the command that the run stores", async () => {
    const login = "http://me:a-password@host/v1";
    const { kept } = await runWith("{}", ["--model", login, "--block-record", "hf_aBcDeFgHiJkLmNoPqRsTuVwXyZ01234567"]);
    expect(kept().command).toMatch(/--model 'http:\/\/<secret>@host\/v1' --block-record '<secret>'/);
  });

  const bad: [string, string, RegExp][] = [
    ["an unknown key is named", '{ "atempts": 7 }', /config\.json has the unknown key atempts\n.*attempts/],
    ["a value that does not fit is named by its key", '{ "attempts": "many" }', /config\.json: attempts: .*number/],
    ["a file that is not JSON is said to be none", "{ attempts: 7 }", /config\.json is not JSON/],
  ];
  it.each(bad)("%s", async (_, text, says) => {
    const { result } = await runWith(text);
    expect([result.exitCode, result.all]).toEqual([1, expect.stringMatching(says)]);
  });

  it("that --config names must exist", async () => {
    const result = await start(["optimize", task, "--config", "nowhere.json"]);
    expect([result.exitCode, result.all]).toEqual([1, expect.stringContaining("no configuration file at nowhere.json")]);
  });
});

it("the schema names every key with its type, and takes no other", async () => {
  const schema = JSON.parse((await start(["schema"])).stdout);
  expect(schema.additionalProperties).toBe(false);
  expect(schema.properties.attempts).toMatchObject({ type: "integer", minimum: 1 });
  expect(schema.properties.strategy.enum).toContain("stark");
  expect(schema.required).toBeUndefined();
});
