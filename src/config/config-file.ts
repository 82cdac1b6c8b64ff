/** kernelwright.config.json: its schema, made from the option table, and its values. Flags override the values. */
import { z } from "zod";
import { helpOf, isNegative, longFlag, type OptionName, optionNames, optionOf } from "../domain/options.ts";
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Flags } from "./flags.ts";
import { UserError } from "../domain/errors.ts";
import { jsonOf } from "../lib/json.ts";
import { kernelwright } from "../lib/shell.ts";
import { createSecretScrub } from "../lib/secrets.ts";
import { secretValues } from "./environment.ts";
import { formatWorker, parseWorker, withFolder } from "../domain/worker-spec.ts";

const inFile = optionNames.filter((name) => optionOf(name).inFile !== "nothing");
const keys = inFile.map((name) => {
  const { schema, inFile: own } = optionOf(name);
  return [name, (own instanceof z.ZodType ? own : schema).describe(isNegative(name) ? `false: ${helpOf(name)}` : helpOf(name))] as const;
});

export const ConfigFile = z
  .strictObject({ $schema: z.string().describe("this schema, for editors"), ...Object.fromEntries(keys) })
  .partial()
  .describe("kernelwright.config.json: options of the command line override it; it overrides the defaults");
type ConfigFile = z.infer<typeof ConfigFile>;

const DEFAULT_FILE = "kernelwright.config.json";

type FileFlags = Readonly<Partial<Record<OptionName, string | boolean | undefined>>>;

/** The flags of the command line, completed by those of the file. `set` holds the file's part. Throws UserError for an invalid file. */
export function configured<F extends Flags & { config?: string }>(flags: F): { flags: F; set: FileFlags } {
  if (flags.config === undefined && !existsSync(DEFAULT_FILE)) return { flags, set: {} };
  const path = flags.config ?? DEFAULT_FILE;
  const given = (name: OptionName): boolean => flags[name] !== undefined && !(isNegative(name) && flags[name] === true); // commander's own default
  const fromFile = flagsIn(readConfig(path), dirname(resolve(path)));
  const set = Object.fromEntries(Object.entries(fromFile).filter(([name]) => !given(name as OptionName)));
  return { flags: { ...flags, ...set }, set };
}

/**
 * The command line, followed by the file's flags. It repeats the run without the file. `once` names a flag that is left out with its value,
 * because a second run cannot have the same one.
 */
export function commandLine(set: FileFlags = {}, once?: string): string {
  const words = process.argv.slice(2).filter((word, at, all) => !once || (word !== once && all[at - 1] !== once && !word.startsWith(`${once}=`)));
  return commandOf(words, set);
}

/** The command line without the arguments of a person's script, which may be secrets: they follow `--`. */
export function scriptLine(): string {
  const words = process.argv.slice(2);
  const end = words.indexOf("--");
  return commandOf(end < 0 ? words : [...words.slice(0, end), "--", "<arguments>"]);
}

/** One of our commands with its flags, as records and reports keep it. Secrets of the environment, and texts that look like secrets, are left out. */
export function commandOf(words: readonly string[], flags: FileFlags = {}): string {
  const texts = optionNames.flatMap((name) => {
    const value = flags[name];
    if (value === undefined) return [];
    return typeof value === "boolean" ? [longFlag(name)] : [longFlag(name), value];
  });
  const scrub = createSecretScrub(secretValues());
  return kernelwright(...[...words, ...texts].map(scrub));
}

function readConfig(path: string): ConfigFile {
  if (!existsSync(path)) throw new UserError(`there is no configuration file at ${path}`, "name one with --config, or leave the flag out");
  const value = jsonOf(readFileSync(path, "utf8"));
  if (value === undefined) throw new UserError(`${path} is not JSON`, "correct its commas and quotes; JSON has no comments");
  const parsed = ConfigFile.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0] as z.core.$ZodIssue;
  const where = issue.path.join(".");
  if (issue.code === "unrecognized_keys")
    throw new UserError(
      `${path} has the unknown key ${[where, issue.keys[0]].filter(Boolean).join(".")}`,
      `use only: ${Object.keys(ConfigFile.shape).join(", ")}; npx kernelwright schema says what they take`,
    );
  throw new UserError(`${path}: ${where || "the file"}: ${issue.message}`, "npx kernelwright schema says what each key takes");
}

/** The file's values as flags. Its paths are relative to the file. A switch counts only if its value differs from the default. */
function flagsIn(config: ConfigFile, folder: string): FileFlags {
  const flags = inFile.flatMap((name): [OptionName, string | boolean][] => {
    const value: unknown = (config as Record<string, unknown>)[name];
    if (value === undefined) return [];
    if (typeof value === "boolean") return value === isNegative(name) ? [] : [[name, value]];
    const text = (typeof value === "object" ? Object.values(value as object) : [value]).map(String).join(",");
    if (name === "blockRecord") return [[name, resolve(folder, text)]];
    return [[name, name === "worker" ? formatWorker(withFolder(parseWorker(text), (place) => resolve(folder, place))) : text]];
  });
  return Object.fromEntries(flags);
}
