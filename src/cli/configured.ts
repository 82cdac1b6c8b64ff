/** Flags of the command line over those of a configuration file. What the flags mean is config.ts's business. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { z } from "zod";
import type { Flags } from "../config.ts";
import { ConfigFile } from "../domain/config-file.ts";
import { UserError } from "../domain/errors.ts";
import { jsonOf } from "../domain/json.ts";
import { kernelwright } from "../domain/shell.ts";

const DEFAULT_FILE = "kernelwright.config.json";

type Set = Readonly<Record<string, string | true>>;

/** The flags given, with those of the file under them; `set` is what the file set. Throws UserError for a bad file. */
export function configured<F extends Flags & { config?: string }>(flags: F): { flags: F; set: Set } {
  if (flags.config === undefined && !existsSync(DEFAULT_FILE)) return { flags, set: {} };
  const path = flags.config ?? DEFAULT_FILE;
  const inFile = Object.entries(flagsIn(readConfig(path), dirname(resolve(path))));
  const set = Object.fromEntries(inFile.filter(([name]) => flags[name as keyof F] === undefined));
  return { flags: { ...flags, ...set }, set };
}

/** The command line as it was given and, after it, what a file set: a line that says the same alone. */
export function commandLine(set: Set = {}): string {
  const flag = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const inFile = Object.entries(set).flatMap(([name, value]) => (value === true ? [flag(name)] : [flag(name), value]));
  return kernelwright(...process.argv.slice(2), ...inFile);
}

function readConfig(path: string): ConfigFile {
  if (!existsSync(path)) throw new UserError(`there is no configuration file at ${path}`, "name one with --config, or leave the flag out");
  const value = jsonOf(readFileSync(path, "utf8"));
  if (value === undefined) throw new UserError(`${path} is not JSON`, "mend its commas and quotes; comments are not taken");
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

/** Paths of the file hold from where it lies. */
function flagsIn({ language, price, approve, memory, worker, ...rest }: ConfigFile, folder: string): Set {
  const texts = Object.entries({
    ...rest,
    $schema: undefined,
    language: language && [language].flat().join(","),
    approve: approve?.join(","),
    price: price && `${price.input},${price.output}`,
    memory: memory && resolve(folder, memory),
    worker: worker?.replace(/^spool:(.*)$/, (_all, place: string) => `spool:${resolve(folder, place)}`),
  }).filter(([, value]) => value !== undefined && value !== false);
  return Object.fromEntries(texts.map(([name, value]) => [name, value === true ? true : String(value)]));
}
