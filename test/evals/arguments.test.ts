/** The commands in evals/ say what they do, and do nothing where they are given an option that they do not know. */
import { expect, it } from "@jest/globals";
import { execa } from "execa";
import { join } from "node:path";
import { repository } from "../support/places.ts";

const evals = async (command: string, option: string) =>
  await execa(process.execPath, ["--disable-warning=ExperimentalWarning", join(repository, "evals", command), option], { reject: false, timeout: 60_000 });

it.each([
  ["search/bench.ts", "`npm run bench:search`"],
  ["profile/tuned.ts", "npm run bench:tuning"],
])("%s has a --help, and an error for what is not in it", async (command, said) => {
  const [help, wrong] = await Promise.all([evals(command, "--help"), evals(command, "--nope")]);
  expect([help.exitCode, help.stdout]).toEqual([0, expect.stringContaining(said)]);
  expect([wrong.exitCode, wrong.stdout, wrong.stderr]).toEqual([2, "", expect.stringContaining("Unknown option '--nope'\n  -> --help")]);
});
