/** A run as the first release left it: attempts told twice, old words in its log, and whole replies of the judge. */
import { expect, it } from "@jest/globals";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reportOf } from "../../src/config/publish.ts";
import { type RunEvent, recordOf } from "../../src/run/events.ts";
import { forkRun } from "../../src/run/fork.ts";
import { openLedger } from "../../src/run/ledger.ts";
import { openRun } from "../../src/run/run-folder.ts";
import { createJudge } from "../../src/tools/judge/client.ts";
import { affineAgents, affineBundle } from "../support/affine.ts";
import { scratch } from "../support/command.ts";
import { type Searched, search } from "../support/search.ts";

/** The event as the first release wrote it. */
function asBefore(event: RunEvent, { record }: Searched): object[] {
  if (event.type === "duplicate") return [{ type: "attempted", at: event.at, attempt: record.attempts.find((one) => one.id === event.attempt) }];
  if (event.type !== "attempted" || !event.attempt.diagnosis) return [event];
  const { solFraction, limits, ...rest } = event.attempt.diagnosis;
  const diagnosis = { ...rest, shareOfFloor: solFraction, limits: limits.map(({ techniques, ...limit }) => ({ ...limit, moves: techniques })) };
  return [
    { ...event, attempt: { ...event.attempt, diagnosis: null } },
    { ...event, attempt: { ...event.attempt, diagnosis } },
  ];
}

function olderRun(searched: Searched): string {
  const folder = join(scratch(), "older");
  cpSync(searched.run.path, folder, { recursive: true });
  const lines = searched.run.events().flatMap((event) => asBefore(event, searched));
  writeFileSync(join(folder, "events.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  for (const name of readdirSync(join(folder, "judged"))) {
    const kept = JSON.parse(readFileSync(join(folder, "judged", name), "utf8")) as { kind: string; artifact: string };
    const whole = () => ({ id: name.replace(".json", ""), kind: "verdict", verdict: searched.run.verdict(kept.artifact) });
    if (kept.kind === "judged") writeFileSync(join(folder, "judged", name), JSON.stringify(whole()));
  }
  return folder;
}

it("is read, reported and forked as a new one is, and its verdicts are not asked for again", async () => {
  const agents = affineAgents();
  const twins = JSON.stringify({ explanation: "the same", files: affineBundle(1) });
  const searched = await search((asked, nth) => (asked.role === "planner" ? agents(asked, nth) : twins), { policy: { attempts: 4, tune: 0 } });
  expect(searched.record.attempts.map((one) => one.status)).toContain("duplicate");
  const older = openRun(olderRun(searched));
  const record = recordOf(older.events());
  expect(older.lost()).toEqual({ damaged: [], foreign: [] });
  expect(record.attempts).toEqual(searched.record.attempts);
  expect(
    older.tree
      .without([])
      .all()
      .map((one) => one.status),
  ).toEqual(
    searched.run.tree
      .without([])
      .all()
      .map((one) => one.status),
  );
  expect(reportOf(older, record)).toContain("r1b1");

  const ledger = openLedger(older, older.about.settings.limits);
  const silent = { submit: async () => await Promise.reject(new Error("asked again")), close: async () => {} };
  const judge = createJudge(silent, older.about.id, { folder: older.file("judged"), ledger, artifacts: older, host: () => null });
  const { protocol: _, id: __, kind: ___, ...question } = searched.judged[0]!;
  expect((await judge.evaluate(question)).status).toBe("ok");

  const fork = openRun(forkRun(older, join(scratch(), "fork"), { round: 1, attempts: 8, hint: "" }));
  expect(recordOf(fork.events()).attempts.every((one) => one.round <= 1)).toBe(true);
});
