/** The making of runs by several processes at once. */
import { expect, it } from "@jest/globals";
import { execa } from "execa";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "../support/command.ts";
import { makeRun } from "../support/run.ts";
import { until } from "../support/until.ts";

it("of several processes that make a run in one folder at once, one succeeds, and the folder holds its run", async () => {
  const about = join(makeRun("beam", "http://127.0.0.1:9/v1"), "run.json");
  const folder = scratch();
  const [run, go] = [join(folder, "run"), join(folder, "go")];
  const program = `
    import { existsSync, readFileSync } from "node:fs";
    import { writeRunFile } from ${JSON.stringify(join(import.meta.dirname, "../../src/run/run-file.ts"))};
    const about = { ...JSON.parse(readFileSync(${JSON.stringify(about)}, "utf8")), id: String(process.pid) };
    console.log("ready");
    while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 1));
    try { writeRunFile(${JSON.stringify(run)}, about); console.log("made", process.pid); } catch (error) { console.log("refused", error.name, error.message); }`;
  const asking = Array.from({ length: 4 }, () => ({
    said: "",
    child: execa(process.execPath, ["--input-type=module", "-e", program], { env: { NODE_OPTIONS: "" } }),
  }));
  for (const one of asking) one.child.stdout.on("data", (text: Buffer) => (one.said += text.toString()));
  await until(() => asking.every(({ said }) => said.startsWith("ready")));
  writeFileSync(go, "");
  await Promise.all(asking.map(async ({ child }) => child));
  const made = asking.flatMap(({ said }) => /made (\d+)/.exec(said)?.[1] ?? []);
  expect(made).toHaveLength(1);
  expect(asking.filter(({ said }) => /refused UserError .*(already holds a run|works on this run already)/.test(said))).toHaveLength(3);
  expect(JSON.parse(readFileSync(join(run, "run.json"), "utf8"))).toMatchObject({ id: made[0] });
  expect(readdirSync(run)).toEqual(["run.json"]);
});
