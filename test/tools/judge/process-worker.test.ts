/** What a judge process does with jobs that are given up. The judges here greet, note that they started, and answer nobody. */
import { afterAll, expect, it } from "@jest/globals";
import { join } from "node:path";
import { workerEnv } from "../../../src/config/environment.ts";
import { PROTOCOL } from "../../../src/domain/protocol.ts";
import { processWorker } from "../../../src/tools/judge/process-worker.ts";
import { readIfThere } from "../../../src/tools/system/files.ts";
import { removeScratch, scratch } from "../../support/command.ts";
import { until } from "../../support/until.ts";

afterAll(removeScratch);

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
  void worker.submit(probe("c"));
  await until(() => started() === 2);
  await worker.close(true);
});
