import { wholeNumber } from "../../config/flags.ts";
import { UserError } from "../../domain/errors.ts";
import { kernelwright } from "../../lib/shell.ts";
import { plural } from "../../report/format.ts";
import { expectPlace, writeWhole } from "../../tools/system/files.ts";
import { type Captured, captured, halfTrackOf } from "../../tools/tasks/capture.ts";

interface CaptureFlags {
  module: string;
  output?: string;
  calls?: string;
  withData?: boolean;
  python?: string;
}

/** `kernelwright capture SCRIPT --module NAME -- ARGS`: writes a task to standard output or to -o. Messages and the script's output go to standard error. */
export async function capture(script: string, args: string[], flags: CaptureFlags): Promise<void> {
  const { module, output } = flags;
  const calls = wholeNumber(flags.calls, "--calls", 1) ?? null;
  if (flags.withData && output === undefined)
    throw new UserError("--with-data has no place for its tensors", "name the task with -o TASK.py; the tensors go to TASK.pt");
  if (output !== undefined) expectPlace(output, "file");
  const data = flags.withData && output !== undefined ? `${output.replace(/\.py$/, "")}.pt` : null;
  const found = await captured({ script, args, module, calls, data, python: flags.python ?? null });
  for (const line of factLines(found)) console.error(line);
  if (output === undefined) return void process.stdout.write(found.task);
  writeWhole(output, found.task);
  console.error(`wrote ${output}${data === null ? "" : ` and ${data}`}; next: ${kernelwright("optimize", output)}`);
}

/** What the user should know before a search. */
function factLines(found: Captured): string[] {
  const { facts } = found;
  const { calls, instances, workloads, otherKinds, refused, packages, dtype } = facts;
  const track = halfTrackOf(found);
  return [
    `${facts.class}: ${plural(calls, "call")} of ${plural(instances, "object")}, ${plural(workloads, "shape")}; rebuilt, it gives the recorded output`,
    ...(workloads > 1
      ? [`get_workloads lists shapes for ${Math.round(100 * facts.share)} % of the calls; a search measures all of them, weighted by their calls`]
      : []),
    ...(otherKinds > 0 ? [`left out: ${plural(otherKinds, "kind")} of objects with other parameter shapes, which were called less often`] : []),
    ...(refused > 0 ? [`left out: ${plural(refused, "call")} with arguments that a task cannot pass`] : []),
    ...(packages.length > 0 ? [`the task imports ${packages.join(", ")}: the judge's Python needs ${packages.length === 1 ? "it" : "them"}`] : []),
    ...(track ? [`it computes in ${dtype}: search with --precision ${track}`] : []),
    ...(facts.autocast ? ["it ran under autocast: choose the search's --precision accordingly"] : []),
  ];
}
