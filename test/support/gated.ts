/** A scripted judge whose verdicts wait until the test lets them go, so that what a test does meanwhile is never a matter of time. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "./command.ts";

/** `env` is for the command that starts the judge. */
export function gated() {
  const folder = scratch();
  const asked = join(folder, "asked");
  return {
    env: { KERNELWRIGHT_TEST_GATE: folder },
    /** candidates that are, or were, at the judge */
    asked: (): number => (existsSync(asked) ? readFileSync(asked, "utf8").split("\n").length - 1 : 0),
    open: () => writeFileSync(join(folder, "open"), ""),
  };
}
