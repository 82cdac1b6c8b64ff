/** A judge removes all its temporary files, however it ends. The judge is real. It refuses these jobs before it loads torch. */
import { expect, it } from "@jest/globals";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Job } from "../../../src/domain/protocol.ts";
import { processWorker } from "../../../src/tools/judge/process-worker.ts";
import { scratch } from "../../support/command.ts";

const malformed = { protocol: 1, id: "a", kind: "probe" } as unknown as Job;

function judgeIn(folder: string) {
  const env = { PATH: process.env["PATH"]!, TMPDIR: folder, KERNELWRIGHT_PYTHON: process.env["KERNELWRIGHT_PYTHON"] ?? "python3" };
  return processWorker([], env);
}

it.each([true, false])("a judge that is closed removes its folders (at once: %s)", async (abandon) => {
  const folder = scratch();
  const worker = judgeIn(folder);
  expect(await worker.submit(malformed)).toMatchObject({ kind: "rejected" });
  expect(readdirSync(folder)).not.toEqual([]);
  await worker.close(abandon);
  expect(readdirSync(folder)).toEqual([]);
});

it("a judge removes folders of killed judges, and none of living ones", async () => {
  const folder = scratch();
  for (const name of ["kernelwright-judge-4194304-dead", `kernelwright-judge-${process.pid}-alive`])
    mkdirSync(join(folder, name, "judge"), { recursive: true });
  const worker = judgeIn(folder);
  await worker.submit(malformed);
  await worker.close(true);
  expect(readdirSync(folder)).toEqual([`kernelwright-judge-${process.pid}-alive`]);
});
