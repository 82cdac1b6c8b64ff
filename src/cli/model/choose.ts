/** Chooses the modules of a model that are searched, and captures each as a task. */
import { UserError } from "../../domain/errors.ts";
import type { ChosenGroup, LeftGroup, ModuleGroup, WholeModel } from "../../domain/whole-model.ts";
import { percent } from "../../report/format.ts";
import { printable } from "../../report/terminal/summary.ts";
import { groupKey, LEAST_SHARE, uniqueNames, unitsOf } from "../../search/whole-model/units.ts";
import { type Captured, capturedTogether, EndedEarly, halfTrackOf, type UserScript } from "../../tools/tasks/capture.ts";

/** A chosen group with the text of its task. */
export type Chosen = ChosenGroup & { source: string };

/**
 * The `top` units with the largest shares whose capture works, by share. The parts of a block whose capture fails are units. Throws UserError if
 * none works.
 */
export async function chooseUnits(
  script: UserScript,
  model: WholeModel,
  top: number,
  say: (line: string) => void,
): Promise<{ chosen: Chosen[]; left: LeftGroup[] }> {
  const tasks = new Map<string, Pick<Chosen, "source" | "precision">>();
  const reasons = new Map<string, string>();
  const units = (): ModuleGroup[] =>
    unitsOf(model, new Set(reasons.keys()))
      .filter(({ share }) => share >= LEAST_SHARE)
      .slice(0, top);
  const next = (): ModuleGroup[] => units().filter((one) => !tasks.has(groupKey(one)));
  const left: LeftGroup[] = [];
  for (let some = next(); some.length > 0; some = next()) {
    for (const unit of some) say(`capturing ${unit.name} (${unit.class}), ${percent(unit.share)} of the time …`);
    const names = some.map(({ name }) => name);
    for (const [at, found] of (await eachCaptured(script, names)).entries()) {
      const unit = some[at]!;
      const task = found instanceof UserError ? found : taskOf(found, unit, model);
      if (!(task instanceof UserError)) {
        tasks.set(groupKey(unit), task);
        continue;
      }
      say(printable(`  ${unit.name} is left out: ${task.message}`));
      reasons.set(groupKey(unit), task.message);
      left.push({ ...unit, reason: task.message });
    }
  }
  const found = units().flatMap((unit): Omit<Chosen, "task">[] => {
    const task = tasks.get(groupKey(unit));
    return task === undefined ? [] : [{ ...unit, ...task }];
  });
  if (found.length > 0) {
    const names = uniqueNames(found.map(({ class: name }) => name));
    return { chosen: found.map((one, at) => ({ ...one, task: names[at]! })), left };
  }
  const [first] = left;
  throw new UserError(
    first ? `no module of the model can be captured: ${first.name}: ${first.reason}` : "no module takes 1 % of the model's time by itself",
    "capture a module of your choice with: npx kernelwright capture SCRIPT --module NAME",
  );
}

/** The captures of the modules from one run of the script. If this run ends early, each module gets a run of its own. Throws UserError if the script fails. */
async function eachCaptured(script: UserScript, names: readonly string[]): Promise<(Captured | UserError)[]> {
  try {
    return await capturedTogether(script, names);
  } catch (error) {
    if (!(error instanceof EndedEarly)) throw error;
    if (names.length === 1) return [error];
    const found: (Captured | UserError)[] = [];
    for (const name of names) found.push(...(await eachCaptured(script, [name])));
    return found;
  }
}

/** The task of a unit whose first module was captured, or the reason why no kernel could stand in for it. */
function taskOf(found: Captured, unit: ModuleGroup, { gradients }: WholeModel): Pick<Chosen, "source" | "precision"> | UserError {
  const { task, facts } = found;
  if (facts.fingerprint !== unit.fingerprints[0])
    return new UserError(
      `the script built another ${unit.name} than when it was ranked`,
      "let it build the same model each time: seed it, and let it read no clock",
    );
  if (facts.returnsObject) return new UserError("the module returns an object, and a kernel returns tensors", "search a module inside it");
  if (facts.autocast) return new UserError("the module runs under autocast, where no kernel answers", "convert the model to bf16 or fp16 instead");
  return { source: gradients ? `${task.trimEnd()}\n\n\nbackward = True\n` : task, precision: halfTrackOf(found) ?? null };
}
