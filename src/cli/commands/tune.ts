import { join } from "node:path";
import { configured } from "../../config/config-file.ts";
import { type Flags, amount, wholeNumber } from "../../config/flags.ts";
import { problemOf } from "../../domain/verdict.ts";
import { ownJudge, readSubject, withJudge } from "../../operations/judging.ts";
import { tuneSubject, tuningIn } from "../../operations/tune.ts";
import { ratio } from "../../report/format.ts";
import { tunedTable, tunedText } from "../../report/run/tuned.ts";
import { printable } from "../../report/terminal/summary.ts";
import { expectPlace, writeWhole } from "../../tools/system/files.ts";
import { Exit } from "../exit-codes.ts";

/** `kernelwright tune TASK CANDIDATE`: tries the settings that a candidate's comments allow, without any model. */
export async function tune(
  taskFile: string,
  path: string,
  given: Flags & { settings?: string; seconds?: string; out?: string; config?: string },
): Promise<void> {
  const { out } = given;
  if (out !== undefined) expectPlace(out, "folder");
  const subject = await readSubject(taskFile, path, given);
  const tuning = tuningIn(subject, path);
  const { flags } = configured(given);
  const limits = {
    settings: wholeNumber(flags.settings, "--settings"),
    seconds: amount(flags.seconds, "--seconds"),
    seed: wholeNumber(flags.seed, "--seed"),
  };
  console.error("the judge builds, checks and times it as it is, then its settings …");
  await withJudge(ownJudge, subject.worker, "tune", async (judge) => {
    const result = await tuneSubject(judge, subject, tuning, limits, (verdict, count) => {
      if (count === 1 && verdict.status === "ok") console.log(`as it is: ${ratio(verdict.speedup)} against eager`);
    });
    process.exitCode = Exit.notFaster;
    if ("status" in result) return console.log(printable(`${result.status}: ${problemOf(result)}`));
    const { tuned, best } = result;
    console.log(`a short first look at each setting, against eager:\n${tunedTable(tuned)}\n${tunedText(tuned)}`);
    if (!best) return out === undefined ? undefined : console.log(`nothing was written to ${out}: the kernel stays as it is`);
    console.log(`tuned: ${ratio(best.verdict.speedup)} against eager`);
    process.exitCode = Exit.done;
    if (out === undefined) return console.log("not written: name a folder for it with -o DIR");
    for (const file of best.files) writeWhole(join(out, file.name), file.text);
    console.log(`wrote ${out}`);
  });
}
