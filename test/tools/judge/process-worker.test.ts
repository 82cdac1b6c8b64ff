/** What a judge process does with jobs that are given up, and what it consists of. The judges of the first test greet, note that they started, and answer nobody. */
import { expect, it } from "@jest/globals";
import { execa } from "execa";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { workerEnv } from "../../../src/config/environment.ts";
import { Interrupted } from "../../../src/domain/errors.ts";
import { PROTOCOL } from "../../../src/domain/protocol.ts";
import { judgeFiles, processWorker } from "../../../src/tools/judge/process-worker.ts";
import { readIfThere } from "../../../src/tools/system/files.ts";
import { scratch } from "../../support/command.ts";
import { python } from "../../support/python.ts";
import { until } from "../../support/until.ts";

const probe = (id: string) => ({ protocol: PROTOCOL, id, kind: "probe" }) as const;

it("a judge runs while a job waits for it, is killed when its last job is cancelled, and starts again for the next job", async () => {
  const log = join(scratch(), "started");
  const started = (): number => (readIfThere(log) ?? "").length;
  const worker = processWorker(["sh", "-c", `printf s >> ${log}; echo '{"kind":"hello"}'; cat > /dev/null`], workerEnv());
  const [one, two] = [new AbortController(), new AbortController()];
  const given = [worker.submit(probe("a"), one.signal), worker.submit(probe("b"), two.signal)];
  const ends = given.map(async (job) => await job.catch((error: unknown) => error));
  await until(() => started() === 1);
  one.abort("first given up");
  expect(await ends[0]).toBe("first given up");
  two.abort("second given up"); // a judge that had ended with the first job would be the reason here
  expect(await ends[1]).toBe("second given up");
  const last = expect(worker.submit(probe("c"))).rejects.toThrow(Interrupted);
  await until(() => started() === 2);
  await worker.close(true);
  await last; // whoever waits for a job of a closed worker hears of it
});

it("the copy that a host gets has all that the judge needs to begin: a GPU's clock is built from it", async () => {
  const folder = scratch();
  for (const [name, text] of Object.entries(judgeFiles())) {
    mkdirSync(dirname(join(folder, "judge", name)), { recursive: true });
    writeFileSync(join(folder, "judge", name), text);
  }
  const built = await execa(python, ["-c", "from judge.sandbox.page_library import page_library; print(page_library())"], {
    cwd: folder,
    env: { KERNELWRIGHT_CACHE: folder },
  });
  expect(built.stdout).toMatch(/page_calls\/\w+\.so$/);
});
