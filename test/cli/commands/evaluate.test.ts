/** `evaluate --against` over a scripted judge. */
import { expect, it } from "@jest/globals";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch, start } from "../../support/command.ts";
import { affineTask, scriptedJudge } from "../../support/places.ts";

const against = "fast.py,slow.py,wrong.py,breaks.py";

async function evaluated(...more: string[]) {
  const cwd = scratch();
  const programs = {
    kernel: "3.0 times as fast",
    fast: "2.0 times as fast",
    slow: "0.5 times as fast",
    wrong: "fails a hidden test",
    breaks: "breaks the judge",
  };
  for (const [name, does] of Object.entries(programs)) writeFileSync(join(cwd, `${name}.py`), `class ModelNew: ...  # ${does}\n`);
  return await start(["evaluate", affineTask, "kernel.py", "--target", "cpu", "--worker", scriptedJudge, ...more], { cwd });
}

it("leads with the strongest baseline, lists the others by speed, and names each incumbent that is left out", async () => {
  const { stdout, exitCode } = await evaluated("--against", against);
  const lines = stdout.split("\n");
  expect(lines[0]).toMatch(/^ok: 333 µs \[.*\], 1\.50x \[1\.48, 1\.52\] against fast\.py \(500 µs \[.*\]\), the strongest baseline$/);
  expect(lines[1]).toMatch(/^ {4}3\.00x \[2\.97, 3\.03\] against eager PyTorch/);
  expect(lines[2]).toMatch(/^ {4}6\.00x .* against slow\.py/);
  expect(stdout).toContain("The incumbent wrong.py is left out (wrong): wrong for hidden inputs");
  expect(stdout).toContain("The incumbent breaks.py is left out: the judge failed: scripted");
  expect(exitCode).toBe(0);
});

it("--json has each incumbent with its verdict and the kernel's speedup over it", async () => {
  const { incumbents } = JSON.parse((await evaluated("--json", "--against", against)).stdout) as { incumbents: Record<string, unknown>[] };
  expect(incumbents).toMatchObject([
    { name: "fast.py", verdict: { status: "ok" }, speedup: { median: 1.5 } },
    { name: "slow.py", speedup: { median: 6 } },
    { name: "wrong.py", verdict: { status: "wrong" }, speedup: null },
    { name: "breaks.py", verdict: null, problem: expect.stringMatching(/^the judge failed: scripted\n.+doctor$/), speedup: null },
  ]);
});

it.each([
  ["refuses the task", { source: "# degenerate\n" }, "the task cannot be judged: scripted"],
  ["ends", { env: { KERNELWRIGHT_TEST_DEADLY: "prepare" } }, "the judge"],
])(
  "--full keeps its verdict where the judge %s in the search for library calls",
  async (_what, { source = "", env = {} }: { source?: string; env?: Record<string, string> }, why) => {
    const cwd = scratch();
    writeFileSync(join(cwd, "task.py"), `${readFileSync(affineTask, "utf8")}${source}`);
    writeFileSync(join(cwd, "kernel.py"), "class ModelNew: ...  # 3.0 times as fast\n");
    const { stdout, stderr, exitCode } = await start(["evaluate", "task.py", "kernel.py", "--target", "cpu", "--worker", scriptedJudge, "--full"], {
      cwd,
      env,
    });
    expect(stdout).toMatch(/^ok: 333 µs \[.*\], 3\.00x \[2\.97, 3\.03\] against eager PyTorch/);
    expect(stderr).toContain(`no library call is compared: ${why}`);
    expect(exitCode).toBe(0);
  },
);
