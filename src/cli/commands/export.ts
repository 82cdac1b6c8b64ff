import { type ExportFlags, exportRun as exported } from "../../operations/export.ts";
import { ownJudge } from "../../operations/judging.ts";

/** `kernelwright export RUN`: writes the winner or the replies to standard output or to -o. Messages go to standard error. */
export async function exportRun(folder: string, flags: ExportFlags): Promise<void> {
  await exported(folder, flags, { access: ownJudge, say: console.error, print: (text) => void process.stdout.write(text) });
}
