import { describe, expect, it } from "@jest/globals";
import { Interrupted, UserError } from "../../src/domain/errors.ts";
import { isStop, oneError, withResume } from "../../src/operations/stopping.ts";

describe("several errors of one step", () => {
  const mistake = new UserError("no reply", "set a key");
  const stop = new Interrupted("no answer", "look at the server");

  it("tells what is no stop before a stop", () => {
    expect(oneError(new AggregateError([stop, mistake]))).toBe(mistake);
    expect(oneError(mistake)).toBe(mistake);
  });

  it("tells a bug before a mistake of the user", () => {
    const bug = new TypeError("undefined");
    expect(oneError(new AggregateError([stop, mistake, bug]))).toBe(bug);
  });

  it("tells trouble of the host before all others", () => {
    const full = Object.assign(new Error("write"), { code: "ENOSPC", syscall: "write" });
    const found = oneError(new AggregateError([stop, new TypeError("undefined"), full]));
    expect(found).toBe(full);
    expect(isStop(found)).toBe(false); // so a full disk is told after Ctrl-C, too
    expect(withResume(found, "npx kernelwright resume")).toMatchObject({ message: expect.stringContaining("the disk is full") });
  });

  it("says how to resume where all of them stopped the work", () => {
    const found = withResume(oneError(new AggregateError([stop, new Interrupted("no answer", "look at the server")])), "npx kernelwright resume");
    expect(found).toBeInstanceOf(Interrupted);
    expect(found).toMatchObject({ message: "no answer", remedy: expect.stringContaining("npx kernelwright resume") });
  });
});
