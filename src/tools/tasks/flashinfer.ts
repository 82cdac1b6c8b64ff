/** Turns a FlashInfer-Trace definition and its workload file into a task with a row for each workload. */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { UserError } from "../../domain/errors.ts";
import { jsonOf } from "../../lib/json.ts";

const MOST_ROWS = 16;
const FLOATS: Readonly<Record<string, string>> = { float64: "float64", float32: "float32", float16: "float16", bfloat16: "bfloat16" };

const Definition = z.object({
  name: z.string(),
  op_type: z.string().default(""),
  axes: z.record(z.string(), z.union([z.object({ type: z.literal("const"), value: z.number().int() }), z.object({ type: z.literal("var") })])),
  inputs: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.object({ shape: z.array(z.union([z.string(), z.number().int()])).nullable(), dtype: z.string() })),
  reference: z.string().regex(/^def run\b/m, "the reference must define run"),
});
type Definition = z.infer<typeof Definition>;

const Given = z.object({ type: z.string(), value: z.union([z.number(), z.boolean()]).optional() });
const Line = z.object({ workload: z.object({ axes: z.record(z.string(), z.number().int()), inputs: z.record(z.string(), Given) }) });
type Workload = z.infer<typeof Line>["workload"];

/** The task file of a definition. All workloads have the same weight. Throws UserError for a file that cannot be read, and for inputs that it does not hold. */
export function flashinferTask(path: string): string {
  const definition = parsed(Definition, readFileSync(path, "utf8"), path);
  const file = workloadsOf(path, definition);
  const lines = readFileSync(file, "utf8").split("\n");
  const workloads = lines.flatMap((line, at) => (line.trim() === "" ? [] : [parsed(Line, line, `line ${at + 1} of ${file}`).workload]));
  const rows = new Map(workloads.map((one) => [titleOf(definition, one), one]));
  if (rows.size === 0) throw new UserError(`${file} holds no workload`, "take the workload file of this definition");
  const kept = spread([...rows], MOST_ROWS);
  const about = `${definition.name}: a FlashInfer-Trace definition with ${kept.length} of its ${rows.size} different workloads.`;
  return textOf(
    about,
    definition,
    kept.map(([name, one]) => ({ name, inputs: inputsOf(definition, one) })),
  );
}

function parsed<T>(schema: z.ZodType<T>, text: string, place: string): T {
  const found = schema.safeParse(jsonOf(text));
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  throw new UserError(`${place} is not as FlashInfer-Trace has it: ${issue!.path.join(".")}: ${issue!.message}`, "take the file as the data set has it");
}

/** The workload file: beside the definition, or where the data set has it. */
function workloadsOf(path: string, { op_type }: Definition): string {
  const name = `${basename(path, ".json")}.jsonl`;
  const places = [join(dirname(path), name), join(dirname(path), "..", "..", "workloads", op_type, name)];
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new UserError(`there is no workload file ${name} for ${path}`, `put it beside the definition, or into ${dirname(places[1]!)}`);
  return found;
}

/** "batch_size=64, eps=0.000001": the lengths that vary, and the scalars. */
function titleOf({ axes }: Definition, workload: Workload): string {
  const lengths = Object.keys(axes).flatMap((axis) => (axes[axis]!.type === "var" ? [`${axis}=${workload.axes[axis]}`] : []));
  const scalars = Object.entries(workload.inputs).flatMap(([input, { type, value }]) => (type === "scalar" ? [`${input}=${value}`] : []));
  return [...lengths, ...scalars].join(", ") || "the only shape";
}

/** At most `most` of the items, evenly spread. */
function spread<T>(items: readonly T[], most: number): T[] {
  return items.length <= most ? [...items] : Array.from({ length: most }, (_, at) => items[Math.round((at * (items.length - 1)) / (most - 1))]!);
}

/** The arguments of one call, as Python. */
function inputsOf(definition: Definition, workload: Workload): string[] {
  return Object.entries(definition.inputs).map(([name, { shape, dtype }]) => {
    const given = workload.inputs[name];
    if (given?.type === "scalar" && given.value !== undefined) return typeof given.value === "boolean" ? (given.value ? "True" : "False") : String(given.value);
    if (given?.type !== "random" || shape === null)
      throw new UserError(
        `${definition.name}: the input ${name} is ${given ? `of the type ${given.type}` : "missing"}, and a task draws its inputs at random`,
        "write a task by hand, with a function that draws such values",
      );
    if (!FLOATS[dtype])
      throw new UserError(
        `${definition.name}: the input ${name} has the dtype ${dtype}, and random inputs are float64, float32, float16 or bfloat16`,
        "write a task by hand, with a function that draws such values",
      );
    return `torch.randn(${shape.map((axis) => lengthOf(definition, workload, axis)).join(", ")}, dtype=torch.${FLOATS[dtype]})`;
  });
}

function lengthOf({ name, axes }: Definition, workload: Workload, axis: string | number): number {
  const known = typeof axis === "number" ? axis : axes[axis]?.type === "const" ? axes[axis].value : workload.axes[axis];
  if (known === undefined) throw new UserError(`${name}: a workload has no length for the axis ${axis}`, "take the workload file of this definition");
  return known;
}

function textOf(about: string, { inputs, reference }: Definition, rows: readonly { name: string; inputs: readonly string[] }[]): string {
  const names = Object.keys(inputs).join(", ");
  const functions = rows.map((row, at) => `def inputs_${at}():\n    return [${row.inputs.join(", ")}]\n`);
  const listed = rows.map(({ name }, at) => `        {"name": ${JSON.stringify(name)}, "weight": 1, "inputs": inputs_${at}},\n`);
  return [
    `${JSON.stringify(about)}\n\n${reference.trim()}\n`,
    `import torch\n\n\nclass Model(torch.nn.Module):\n    def forward(self, ${names}):\n        return run(${names})\n`,
    ...functions,
    "def get_inputs():\n    return inputs_0()\n",
    `def get_workloads():\n    return [\n${listed.join("")}    ]\n`,
    "def get_init_inputs():\n    return []\n",
  ].join("\n\n");
}
