/** Paths of the programs that tests start, and of the tasks that they use. */
import { join } from "node:path";

export const repository = join(import.meta.dirname, "..", "..");
/** The command line's own file. */
export const main = join(repository, "src", "cli", "main.ts");

/** The task that the scripted agents know how to answer. */
export const affineTask = join(repository, "test", "fixtures", "affine.py");
/** The scripted judge behind a command prefix: verdicts in no time, everything up to the wire the program's own. */
export const scriptedJudge = `"${process.execPath}" --disable-warning=ExperimentalWarning "${join(repository, "test", "support", "scripted-judge.ts")}"`;
