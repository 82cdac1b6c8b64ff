/** A scripted judge that holds its verdicts until the test releases them. The test then does not depend on timing. */
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
