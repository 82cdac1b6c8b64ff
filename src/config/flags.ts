/** The flags of the command line as values: each is read by its schema in the option table, with one clear error. */
import { z } from "zod";
import { UserError } from "../domain/errors.ts";
import { longFlag, type OptionName, optionNames, optionOf, type options, type ValueOf } from "../domain/options.ts";
import type { RunContext, SearchForm } from "../domain/request.ts";

/** The given options, with their values as text. */
export type Flags = { [K in OptionName]?: (typeof options)[K]["schema"] extends z.ZodBoolean ? boolean | undefined : string | undefined } & {
  /** only estimate the cost, without a model and a key */
  estimate?: boolean | undefined;
  /** the kernel to start from */
  start?: string | undefined;
};

/** A number above `least`. Null without the flag. Throws UserError for anything else. */
export function amount(value: string | undefined, flag: string, least = 0): number | null {
  return value === undefined ? null : parsed(z.number().gt(least), value, flag, String(least + 1.5));
}

/** A whole number from `least` up. Undefined without the flag. Throws UserError for anything else. */
export function wholeNumber(value: string | undefined, flag: string, least = 0): number | undefined {
  return value === undefined ? undefined : parsed(z.number().int().min(least), value, flag, "12");
}

/** The value of an option. Undefined without the flag. Throws UserError for an invalid text. */
export function valueOf<K extends OptionName>(flags: Flags, name: K): ValueOf<K> | undefined {
  const given: string | boolean | undefined = flags[name];
  if (given === undefined || typeof given === "boolean") return given as ValueOf<K> | undefined;
  return parsed(optionOf(name).schema, given, longFlag(name), optionOf(name).example) as ValueOf<K>;
}

/** The text of a flag as a value of the schema. Throws UserError. */
function parsed<T>(schema: z.ZodType<T>, text: string, flag: string, example: string | undefined): T {
  const result = schema.safeParse(raw(schema, text));
  if (result.success) return result.data;
  const { choices, expected } = wanted(schema);
  if (!choices) throw new UserError(`${flag} ${text} is not ${expected}`, example === undefined ? "" : `for example ${flag} ${example}`);
  const parts = schema instanceof z.ZodArray ? text.split(",") : [text];
  throw new UserError(`${flag} ${parts.find((part) => !choices.includes(part)) ?? text} is unknown`, `use one of: ${choices.join(", ")}`);
}

/** What a person calls a number. JavaScript also reads "0x10" and "" as numbers. */
const DECIMAL = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/** The value that a text on the command line stands for. */
function raw(schema: z.ZodType, text: string): unknown {
  const number = (part: string): number => (DECIMAL.test(part.trim()) ? Number(part) : NaN);
  if (schema instanceof z.ZodNumber) return number(text);
  if (schema instanceof z.ZodArray) return [...new Set(text.split(",").filter(Boolean))];
  if (!(schema instanceof z.ZodObject)) return text;
  const parts = text.split(",");
  const names = Object.keys(schema.shape);
  return parts.length === names.length ? Object.fromEntries(names.map((name, at) => [name, number(parts[at] ?? "")])) : undefined;
}

/** The values that a schema accepts: a list of words, or a description. */
function wanted(schema: z.ZodType): { choices: string[] | null; expected: string } {
  const form = z.toJSONSchema(schema);
  const { enum: choices } = (form.items ?? form) as { enum?: string[] };
  if (choices) return { choices, expected: "" };
  if (form.type === "object") return { choices: null, expected: `${Object.keys(form.properties ?? {}).length} numbers, separated by a comma` };
  const most = form.maximum !== undefined && form.maximum < Number.MAX_SAFE_INTEGER ? ` of at most ${form.maximum}` : "";
  if (form.type === "integer") return { choices: null, expected: `a ${(form.minimum ?? 0) > 0 ? "positive " : ""}whole number${most}` };
  if (form.type === "number") return { choices: null, expected: `a number above ${form.exclusiveMinimum}` };
  return { choices: null, expected: "a text with something in it" };
}

/** The form fields whose name differs from their option's. */
const fieldOf = (name: OptionName): string => (name === "maxCost" ? "maxCostUsd" : name);

/** Converts a form to flags. Empty fields are omitted. */
export function flagsOf(request: SearchForm, context: RunContext): Flags {
  const fields: Record<string, unknown> = { ...request, ...context };
  const texts = optionNames.map((name) => [name, [fields[fieldOf(name)] ?? ""].flat().map(String).join(",")] as const);
  return Object.fromEntries(texts.filter(([name, text]) => text !== "" && !(name === "target" && text === "auto")));
}
