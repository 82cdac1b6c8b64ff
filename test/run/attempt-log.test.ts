/** Which attempts a selection and a branch see, whenever they look and however far other branches have come. */
import { describe, expect, it } from "@jest/globals";
import type { Attempt } from "../../src/run/attempt.ts";
import type { RunEvent } from "../../src/run/events.ts";
import { createAttemptLog } from "../../src/run/attempt-log.ts";
import { attempt } from "../support/attempts.ts";

const made = (one: Attempt): RunEvent => ({ type: "attempted", at: "2026-11-21T00:00:00.000Z", attempt: one });
const branch = (id: string, parent: string, round: number): Attempt => attempt(id, parent, 100 - round, { round });
const ids = (all: Iterable<Attempt>): string[] => Array.from(all, (one) => one.id);
const start = [attempt("root", null, 100), branch("r1b1", "root", 1), branch("r1b2", "root", 1)].map(made);

describe("a selection", () => {
  it("sees all attempts except those of branches in flight", () => {
    const log = createAttemptLog([...start, made(branch("r2b1", "r1b1", 2)), made(branch("r2b1s1", "r2b1", 2))]);
    expect(ids(log.without(["r2b1"]).all())).toEqual(["r1b1", "r1b2", "root"]);
    log.note(made(branch("r2b1s2", "r2b1s1", 2)));
    expect(ids(log.without(["r2b1"]).all())).toEqual(["r1b1", "r1b2", "root"]);
    expect(ids(log.without([]).all())).toEqual(["r1b1", "r1b2", "r2b1", "r2b1s1", "r2b1s2", "root"]);
    expect(log.rounds()).toBe(2);
  });

  it("sees a branch as in flight again after a person went back", () => {
    const log = createAttemptLog([...start, made(branch("r2b1", "r1b1", 2))]);
    log.without([]);
    expect(ids(log.without(["r1b2", "r2b1"]).all())).toEqual(["r1b1", "root"]);
    expect(ids(log.without(["r1b2", "r2b1"]).ranked())).toEqual(["r1b1", "root"]);
  });

  it("sees duplicates of returned branches as closed", () => {
    const log = createAttemptLog(start);
    const tree = log.without([]);
    log.note(made({ ...branch("r1b2", "root", 1), status: "duplicate", speedup: null }));
    expect(ids(tree.ranked())).toEqual(["r1b1", "root"]);
    expect(log.madeBy(["r1b2", "r1b1"]).map((one) => one.status)).toEqual(["ok", "duplicate"]);
  });
});

it("the branches that had returned when a branch was chosen do not grow with those that return later", () => {
  const log = createAttemptLog(start);
  const back = (branch: string): void => log.note({ type: "returned", at: "2026-11-21T00:00:00.000Z", branch });
  const chosen = { id: "r3b1", round: 3, beside: ["r1b2"] };
  for (const branch of ["r1b1", "r1b3"]) back(branch);
  expect(log.returned(chosen)).toEqual(["r1b1", "r1b3"]);
  for (const branch of ["r1b2", "r4b1", "r3b1"]) back(branch);
  expect(log.returned(chosen)).toEqual(["r1b1", "r1b3"]);
  expect(log.returned()).toHaveLength(5);
});

describe("a branch", () => {
  const viewpoint = { id: "r3b1", round: 3, beside: ["r2b1"] };
  const seen = ["r1b1", "r1b2", "r2b2", "root"];

  it("sees the attempts from its selection and its own, whether parallel branches have returned or not", () => {
    const log = createAttemptLog([...start, made(branch("r2b2", "r1b2", 2))]);
    expect(ids(log.seenBy(viewpoint).all())).toEqual(seen);
    log.note(made(branch("r2b1", "r1b1", 2)));
    expect(ids(log.seenBy(viewpoint).all())).toEqual(seen);
    log.note(made(branch("r3b1", "r1b1", 3)));
    expect(ids(log.seenBy(viewpoint).all())).toEqual([...seen, "r3b1"]);
    log.note(made(branch("r4b1", "r2b1", 4)));
    log.without(["r3b1"]);
    expect(ids(log.seenBy(viewpoint).all())).toEqual([...seen, "r3b1"]);
    expect(ids(log.seenBy(viewpoint).childrenOf("r1b1"))).toEqual(["r3b1"]);
    log.without([]);
    expect(ids(log.seenBy(viewpoint).all())).toEqual([...seen, "r3b1"]);
  });

  it("sees the same after a resume, before anything is selected", () => {
    const log = createAttemptLog([...start, made(branch("r2b2", "r1b2", 2)), made(branch("r2b1", "r1b1", 2)), made(branch("r3b1", "r1b1", 3))]);
    expect(ids(log.seenBy(viewpoint).all())).toEqual([...seen, "r3b1"]);
    expect(ids(log.without(["r2b1", "r3b1"]).all())).toEqual(seen);
  });
});
