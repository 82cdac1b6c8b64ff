/** `tune` over a scripted judge. */
import { expect, it } from "@jest/globals";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch, start } from "../../support/command.ts";
import { affineTask, scriptedJudge } from "../../support/places.ts";

it("tells the interval of each setting and which is the source's own, and that nothing is written where none is faster", async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "kernel.py"), "N = 4  # tune: N = 2 | 4\nclass ModelNew: ...  # 3.0 times as fast\n");
  const tuned = async (...more: string[]) =>
    (await start(["tune", affineTask, "kernel.py", "--target", "cpu", "--worker", scriptedJudge, ...more], { cwd })).stdout;
  const lines = [
    "as it is: 3.00x [2.97, 3.03] against eager",
    "a short first look at each setting, against eager:",
    "    N=4: 3.00x [2.97, 3.03] (as it is)",
    "    N=2: 3.00x [2.97, 3.03]",
    expect.stringMatching(/^tuned: 2 settings in .*; none is reliably faster$/),
  ];
  expect((await tuned("-o", "out")).split("\n")).toEqual([...lines, "nothing was written to out: the kernel stays as it is"]);
  expect((await tuned()).split("\n")).toEqual(lines);
  expect(existsSync(join(cwd, "out"))).toBe(false);
});
