import { describe, expect, it } from "@jest/globals";
import { Interrupted, toldError, UserError } from "../../src/domain/errors.ts";
import { withResume } from "../../src/operations/stopping.ts";

describe("several errors of one step", () => {
  const mistake = new UserError("no reply", "set a key");
  const stop = new Interrupted("no answer", "look at the server");

  it("tells the first of them", () => {
    expect(toldError(new AggregateError([mistake, stop]))).toBe(mistake);
    expect(toldError(mistake)).toBe(mistake);
  });

  it("tells a bug before a mistake of the user", () => {
    const bug = new TypeError("undefined");
    expect(toldError(new AggregateError([mistake, bug]))).toBe(bug);
  });

  it("says how to resume where all of them stopped the work", () => {
    const found = withResume(new AggregateError([stop, new Interrupted("no answer", "look at the server")]), "npx kernelwright resume");
    expect(found).toBeInstanceOf(Interrupted);
    expect(found).toMatchObject({ message: "no answer", remedy: expect.stringContaining("npx kernelwright resume") });
  });
});
