import { expect, it } from "@jest/globals";
import { Interrupted } from "../../../src/domain/errors.ts";
import type { Job, Reply } from "../../../src/domain/protocol.ts";
import { shareWorkers } from "../../../src/tools/judge/shared-worker.ts";
import type { Worker } from "../../../src/tools/judge/process-worker.ts";

/** Workers that answer when they are told to, and never once they are ended, which takes until `over`. */
function workers(over = Promise.resolve()) {
  const started: { answer(id: string): void; asked(): number; abandoned: boolean }[] = [];
  const start = (): Worker => {
    const waiting = new Map<string, (reply: Reply) => void>();
    const one = {
      answer: (id: string) => waiting.get(id)?.({ id, kind: "broken", reason: `answered by ${started.indexOf(one)}` }),
      asked: () => waiting.size,
      abandoned: false,
    };
    started.push(one);
    return {
      submit: async (job) => await new Promise((resolve) => waiting.set(job.id, resolve)),
      async close(abandon = false) {
        one.abandoned ||= abandon;
        await over;
      },
    };
  };
  return { started, shared: shareWorkers(start) };
}
const probe = (id: string): Job => ({ protocol: 3, id, kind: "probe" });

it("runs with the same worker share one judge, and the last run ends it", async () => {
  const { started, shared } = workers();
  const [one, two] = [shared.lease(""), shared.lease("")];
  const asked = two.submit(probe("b"));
  expect(shared.standing()).toEqual([{ worker: "here", runs: 2, jobs: 1, lanes: null }]);
  await one.close();
  started[0]!.answer("b");
  expect(await asked).toMatchObject({ reason: "answered by 0" });
  await two.close();
  expect([started.length, shared.standing()]).toEqual([1, []]);
});

it("a cancelled run frees the device at once, and a new judge repeats the jobs of other runs", async () => {
  const { started, shared } = workers();
  const [one, two] = [shared.lease(""), shared.lease("")];
  const [given, kept] = [one.submit(probe("a")), two.submit(probe("b"))];
  const failure = given.catch((error: unknown) => error);
  await one.close(true);
  expect(started.map(({ abandoned }) => abandoned)).toEqual([true, false]);
  expect(await failure).toBeInstanceOf(Interrupted);
  await new Promise(setImmediate); // asked again
  started[1]!.answer("b");
  expect(await kept).toMatchObject({ reason: "answered by 1" });
  await expect(one.submit(probe("c"))).rejects.toBeInstanceOf(Interrupted);
});

it("a second close of a run waits for its jobs and may then cancel them", async () => {
  const answered = Promise.withResolvers<void>();
  const closed: boolean[] = [];
  const worker: Worker = {
    submit: async (job) => (await answered.promise, { id: job.id, kind: "broken", reason: "late" }),
    close: async (abandon = false) => (closed.push(abandon), abandon ? undefined : await answered.promise),
  };
  const lease = shareWorkers(() => worker).lease("");
  const asked = lease.submit(probe("a"));
  const ends = [lease.close(), lease.close()];
  const isOver = await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(() => resolve("waiting"), 20))]);
  await lease.close(true);
  answered.resolve();
  await Promise.all(ends);
  expect([isOver, closed]).toEqual(["waiting", [false, false, true]]);
  await expect(asked).rejects.toBeInstanceOf(Interrupted);
});

it("a cancelled run without jobs in flight does not end the judge", async () => {
  const { started, shared } = workers();
  const [one, two] = [shared.lease(""), shared.lease("")];
  const kept = two.submit(probe("b"));
  await one.close(true);
  started[0]!.answer("b");
  expect([await kept, started.length]).toMatchObject([{ reason: "answered by 0" }, 1]);
});

it("a run that closes and then cancels frees the device of its jobs", async () => {
  const { started, shared } = workers();
  const [one] = [shared.lease(""), shared.lease("")];
  const failure = one.submit(probe("a")).catch((error: unknown) => error);
  await one.close();
  await one.close(true);
  expect(started.map(({ abandoned }) => abandoned)).toEqual([true, false]);
  expect(await failure).toBeInstanceOf(Interrupted);
});

it("a closed run still gets its verdicts if another run is cancelled", async () => {
  const { started, shared } = workers();
  const [one, two] = [shared.lease(""), shared.lease(""), shared.lease("")];
  const kept = one.submit(probe("a"));
  const failure = two.submit(probe("b")).catch((error: unknown) => error);
  await one.close();
  await two.close(true);
  await new Promise(setImmediate); // asked again
  started[1]!.answer("a");
  expect([await kept, await failure]).toMatchObject([{ reason: "answered by 1" }, expect.any(Interrupted)]);
});

it.each([true, false])("a new judge gets no job before the old one has ended (for an existing run: %s)", async (wasThere) => {
  const over = Promise.withResolvers<void>();
  const { started, shared } = workers(over.promise);
  const [one, two] = [shared.lease(""), wasThere ? shared.lease("") : null];
  const failure = one.submit(probe("a")).catch((error: unknown) => error);
  const kept = two?.submit(probe("b"));
  const closed = one.close(true);
  const answer = kept ?? shared.lease("").submit(probe("b"));
  await new Promise(setImmediate);
  expect([started.length, started[1]?.asked()]).toEqual([2, 0]);
  over.resolve();
  await closed;
  await new Promise(setImmediate); // asked again
  started[1]!.answer("b");
  expect([await answer, await failure]).toMatchObject([{ reason: "answered by 1" }, expect.any(Interrupted)]);
});
