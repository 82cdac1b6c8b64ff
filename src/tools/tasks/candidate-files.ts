/** Reads candidates from disk. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Candidate } from "../../domain/candidate.ts";
import { UserError } from "../../domain/errors.ts";
import type { Settings } from "../../domain/settings.ts";

/** Reads a candidate: a bundle folder, or one Python file with ModelNew. Throws UserError for anything else. */
export function readCandidate(path: string, settings: Pick<Settings, "language">): Candidate {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UserError(`there is no candidate at ${path}`, "name a bundle folder, or a Python file with ModelNew");
  const names = found.isDirectory()
    ? ["model_new.py", "kernel.cu", "kernel.cpp", "load_kernel.py"].filter((name) => statSync(join(path, name), { throwIfNoEntry: false }))
    : [""];
  const files = names.map((name) => ({ name: name || "model_new.py", text: readFileSync(join(path, name), "utf8") }));
  const model = files.find((file) => file.name === "model_new.py");
  if (!model || !/\bModelNew\b/.test(model.text))
    throw new UserError(`${path} holds no ModelNew`, "a bundle folder has model_new.py with ModelNew, and kernel.cu or kernel.cpp beside it");
  return Candidate.parse({ language: settings.language, files });
}
