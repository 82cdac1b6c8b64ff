/** The paths of the program's own files: sources, prompts, judge, examples. Of a release they are in the installed package. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The root folder of the repository or of the package: this file is two folders below it, as source and as built. */
export const repository = join(import.meta.dirname, "..", "..");

/** A JSON file of that folder. Throws where it is missing or damaged. */
export const jsonHere = (name: string): unknown => JSON.parse(readFileSync(join(repository, name), "utf8"));

/** This release, as package.json has it. */
export const { version } = jsonHere("package.json") as { version: string };
