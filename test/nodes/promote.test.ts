/** Which attempts promotion measures again, over literal verdicts. */
import { expect, it } from "@jest/globals";
import { readdirSync } from "node:fs";
import { Limits } from "../../src/domain/budget.ts";
import { promote } from "../../src/nodes/promote.ts";
import type { SearchState } from "../../src/graph/state.ts";
import { openLedger } from "../../src/run/ledger.ts";
import { openRun } from "../../src/run/run-folder.ts";
import { createJudge } from "../../src/tools/judge/client.ts";
import type { Toolbox, Tools } from "../../src/tools/toolbox.ts";
import { createProgress } from "../../src/report/terminal/progress.ts";
import { affineAgents } from "../support/affine.ts";
import { search } from "../support/search.ts";
import { common, okVerdict } from "../support/verdicts.ts";

const refused = { status: "crashed" as const, ...common, stage: "profile" as const, problem: "a race" };
const speeds = [5, 4, 3, 2];
/** A search of four attempts whose fastest `most` are refused at promotion. */
const searched = async (most: number, policy: object = {}) => {
  const files: string[] = [];
  const found = await search(
    affineAgents(),
    { policy: { attempts: 4, breadth: 4, finalists: 1, ...policy } },
    (job, nth) => {
      files[nth] = JSON.stringify(job.candidate.files);
      return okVerdict("search", speeds[nth]!);
    },
    {},
    {
      promoted: ({ candidate }) => {
        const nth = files.indexOf(JSON.stringify(candidate.files));
        return nth < most ? refused : okVerdict("promotion", speeds[nth]!);
      },
    },
  );
  const speedOf = new Map(found.record.attempts.map(({ id, speedup }) => [id, speedup?.median]));
  return {
    run: found.run.path,
    winner: found.winner && speedOf.get(found.winner),
    promoted: found.record.promotions.map(({ attempt }) => speedOf.get(attempt)),
    speedOf,
  };
};
const outcome = ({ winner, promoted }: Awaited<ReturnType<typeof searched>>) => ({ winner, promoted });

it("measures one finalist again if the judge accepts it", async () => {
  expect(outcome(await searched(0))).toEqual({ winner: 5, promoted: [5] });
});

it("gives a refused finalist's place to the next attempts, as many at a time as there are finalists", async () => {
  expect(outcome(await searched(1))).toEqual({ winner: 4, promoted: [5, 4] });
  expect(outcome(await searched(2))).toEqual({ winner: 3, promoted: [5, 4, 3] });
  expect(outcome(await searched(2, { finalists: 2 }))).toEqual({ winner: 3, promoted: [5, 4, 3, 2] });
});

it("publishes nothing if the judge refuses three times", async () => {
  expect(outcome(await searched(3))).toEqual({ winner: null, promoted: [5, 4, 3] });
});

it("spends nothing on a further attempt beyond the limit on device seconds", async () => {
  const { record } = await search(affineAgents(), { policy: { attempts: 12 }, limits: { gpuSeconds: 2.5 } }, undefined, {}, { promoted: () => refused });
  expect(record.attempts.filter(({ status }) => status === "ok").length).toBeGreaterThan(1);
  expect(record.promotions).toHaveLength(1);
});

it.each([
  ["several finalists", 2, { finalists: 3 }, 3],
  ["a second turn", 1, { finalists: 1 }, 4],
])("goes on after a kill with %s that the log has, although their own seconds have reached the limit", async (_, most, policy, speed) => {
  const { run: path, winner, speedOf } = await searched(most, policy);
  const run = openRun(path); // a new process, whose verdicts are on disk
  const ledger = openLedger(run, Limits.parse({ gpuSeconds: 0.001 }));
  const nobody = { submit: async () => await Promise.reject(new Error("nothing is asked again")), close: async () => {} };
  const judge = createJudge(nobody, run.about.id, { folder: run.file("judged"), ledger, artifacts: run, host: () => run.tree.host() });
  const tools = { run, ledger, judge } as unknown as Tools;
  const again = await promote({ open: () => tools } as unknown as Toolbox)({ run: path, finalists: null, summary: "" } as SearchState);
  expect([winner, again.winner && speedOf.get(again.winner)]).toEqual([speed, speed]);
  expect(ledger.exhausted("judge")).not.toBeNull();
});

it("says how many finalists it measures again before it does, for each turn", async () => {
  const settings = { policy: { attempts: 4, breadth: 4, finalists: 2 } };
  let turn = 0;
  const promoted = () => (turn++ < 2 ? refused : okVerdict("promotion", 3));
  const { run, record } = await search(affineAgents(), settings, undefined, { promotionPairs: 5 }, { promoted });
  const lines = run.events().map(createProgress());
  const [first, second] = lines.flatMap((line, at) =>
    line?.includes("promotion: 2 finalists measured again, each in 5 pairs of fresh processes") ? [at] : [],
  );
  const told = lines.flatMap((line, at) => (line?.includes("promotion of r") ? [at] : []));
  expect(record.promotions).toHaveLength(4);
  expect([first! < told[0]!, told[1]! < second!, second! < told[2]!]).toEqual([true, true, true]);
});

it.each([
  ["", { evaluate: 2, series: 0 }],
  ["spool:jobs", { evaluate: 0, series: 1 }],
])("the finalists are jobs of their own where there is one device, else one job: --worker '%s'", async (worker, jobs) => {
  const { run } = await search(affineAgents(), { worker, policy: { attempts: 2, breadth: 2, finalists: 2, tune: 0 } }, undefined, {});
  const asked = readdirSync(run.file("judged")).map((name) => name.split("-")[0]);
  expect({ evaluate: asked.filter((kind) => kind === "evaluate").length - 2, series: asked.filter((kind) => kind === "series").length }).toEqual(jobs);
});
