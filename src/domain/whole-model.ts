/** A script's whole model: its modules by time, the ones that are searched, and what their kernels gain together. */
import { z } from "zod";
import { BenchCell } from "./bench.ts";
import { Ratio, Time } from "./measure.ts";
import { Precision } from "./task.ts";

/** One module of the model, with the times of its calls in the script. */
export const TimedModule = z.object({
  path: z.string().describe("its name in the model; empty for the model itself"),
  name: z.string().describe("the name by which capture finds it"),
  class: z.string().describe("dotted"),
  settings: z.string().describe("equal for modules that compute the same from the same inputs and parameters: the fingerprint of the first of them"),
  fingerprint: z.string().describe("of its own attributes and shapes; differs from settings in its place among the layers, such as layer_idx"),
  height: z.number().int().describe("0 without submodules, else one more than the largest height inside"),
  calls: z.number().int(),
  seconds: z.number(),
  ownSeconds: z.number().describe("without the modules inside it"),
});
export type TimedModule = z.infer<typeof TimedModule>;

/** The module that the script calls for the longest time, and the modules in it. */
export const WholeModel = z.object({
  order: z.number().int().describe("its number among the modules that the script calls itself"),
  call: z.number().int().describe("the number of its call that is measured: the first of the most frequent kind"),
  class: z.string(),
  calls: z.number().int(),
  seconds: z.number(),
  gradients: z.boolean().describe("whether autograd records that call"),
  trains: z.boolean().describe("whether the script computes gradients"),
  otherSeconds: z.number().describe("of other modules that the script calls, such as a loss"),
  modules: z.array(TimedModule),
});
export type WholeModel = z.infer<typeof WholeModel>;

/** Modules of one class with the same settings and shapes. Their places may differ where their answers do not depend on them. */
export const ModuleGroup = z.object({
  name: z.string().describe("the name by which capture finds the first one"),
  class: z.string(),
  settings: z.string(),
  fingerprints: z.array(z.string()).describe("the different ones of its modules, that of the first one first"),
  paths: z.array(z.string()),
  height: z.number().int(),
  calls: z.number().int(),
  seconds: z.number(),
  share: z.number().describe("of the model's time, with the modules inside"),
  ownShare: z.number().describe("without the modules inside"),
});
export type ModuleGroup = z.infer<typeof ModuleGroup>;

/** A group that is searched: a task of its own. */
export const ChosenGroup = ModuleGroup.extend({
  task: z.string().describe("the name of its task file and run"),
  precision: Precision.nullable().describe("the track of a module in half precision; null: as the search is asked"),
});
export type ChosenGroup = z.infer<typeof ChosenGroup>;

export const LeftGroup = ModuleGroup.extend({ reason: z.string() });
export type LeftGroup = z.infer<typeof LeftGroup>;

/** The plan of `kernelwright model`, stored as model.json in its folder, beside the bench that searches. */
export const ModelPlan = z.object({
  version: z.literal(1),
  command: z.string(),
  script: z.string(),
  args: z.array(z.string()),
  python: z.string().nullable(),
  degraded: z.boolean().describe("whether kernels are used that were measured below isolation level L3"),
  model: WholeModel,
  chosen: z.array(ChosenGroup),
  left: z.array(LeftGroup),
});
export type ModelPlan = z.infer<typeof ModelPlan>;

const Error = z.number().nullable();

/** The model with and without the kernels, as the measuring program tells it. */
export const MeasuredModel = z.object({
  device: z.enum(["cuda", "cpu"]),
  gradients: z.boolean().describe("whether a call was forward and backward"),
  training: z.boolean(),
  times: z.object({ original: Time, ours: Time, compile: Time.optional() }),
  ratios: z.object({ "original/ours": Ratio, "original/compile": Ratio.optional(), "ours/compile": Ratio.optional() }),
  callsPerChain: z.number().int(),
  compileNote: z.string().describe("why torch.compile was not measured; empty if it was"),
  parity: z.array(
    z.object({
      inputs: z.string(),
      problem: z.string().describe("what is wrong with the outputs; empty if they agree"),
      error: Error.describe("largest difference from the original"),
      rms: Error.describe("of the original's output"),
      originalExact: Error.describe("largest difference of the original from itself in float64; null where that fails"),
      oursExact: Error.describe("the same of the model with the kernels"),
    }),
  ),
  answered: z.array(z.object({ path: z.string(), kernel: z.number().int(), original: z.number().int() })),
});
export type MeasuredModel = z.infer<typeof MeasuredModel>;

/** The result of a chosen group. */
export const GroupResult = ChosenGroup.extend({
  cell: BenchCell,
  applied: z.boolean().describe("whether its kernel is in the package"),
  problem: z.string().describe("why it has no kernel in the package; empty if it has"),
});
export type GroupResult = z.infer<typeof GroupResult>;

export const ModelResults = z.object({
  version: z.literal(1),
  command: z.string(),
  at: z.iso.datetime(),
  model: WholeModel,
  groups: z.array(GroupResult),
  left: z.array(LeftGroup),
  package: z.string().nullable().describe("the folder of the kernels' package"),
  measured: MeasuredModel.nullable(),
  problem: z.string().describe("why the model was not measured; empty if it was"),
});
export type ModelResults = z.infer<typeof ModelResults>;
