/** The runs kept in docs/results/runs: their checksums hold, and `kernelwright report` still makes their reports. */
import { describe, expect, it } from "@jest/globals";
import { execa } from "execa";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { scratch, start } from "../support/command.ts";
import { repository } from "../support/places.ts";

const runs = join(repository, "docs", "results", "runs");
const archives = readdirSync(runs).filter((name) => name.endsWith(".tar.gz"));
const published = readFileSync(join(repository, "docs", "results", "README.md"), "utf8");
const sample = readFileSync(join(repository, "docs", "results", "sample-report.html"), "utf8");
/** Its report is the published sample. */
const SAMPLE = "row_softmax-cpu.tar.gz";
const AGAIN = `mkdir -p runs && tar -xzf docs/results/runs/${SAMPLE} -C runs && npx kernelwright report runs/row_softmax-cpu && cp runs/row_softmax-cpu/report.html docs/results/sample-report.html`;

it("every archive has its checksum on the list", () => {
  const listed = archives.map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(join(runs, name)))
        .digest("hex")}  ${name}\n`,
  );
  expect(readFileSync(join(runs, "SHA256SUMS"), "utf8")).toBe(listed.join(""));
});

describe.each(archives)("%s", (archive) => {
  it("holds a run whose report can be written again, with the published speedup", async () => {
    const cwd = scratch();
    const run = join("runs", archive.replace(".tar.gz", ""));
    mkdirSync(join(cwd, "runs"));
    await execa("tar", ["-xzf", join(runs, archive), "-C", join(cwd, "runs")]);
    const { exitCode, all } = await start(["report", run], { cwd });
    expect({ exitCode, all }).toMatchObject({ exitCode: 0 });
    const page = readFileSync(join(cwd, run, "report.html"), "utf8");
    if (archive === SAMPLE && page !== sample) throw new Error(`sample-report.html is not what the program writes today; make it again: ${AGAIN}`);
    const [, speedup = "none"] = /([\d.]+x)(?:<\/strong>)? the speed of eager/.exec(page) ?? [];
    const [, row = ""] = new RegExp(`\\[${archive}\\](.*)`).exec(published) ?? [];
    expect(row).toContain(`**${speedup}**`);
  });
});
