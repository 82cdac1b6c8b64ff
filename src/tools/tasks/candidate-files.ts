/** Reads candidates and incumbents from disk. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve, sep } from "node:path";
import { Candidate, type SourceFile } from "../../domain/candidate.ts";
import { UserError } from "../../domain/errors.ts";
import type { Incumbent } from "../../domain/incumbent.ts";
import type { Settings } from "../../domain/settings.ts";
import { type Language, languagesOf, type Target } from "../../domain/task.ts";

/** Reads a candidate: a bundle folder, or one Python file with ModelNew. Throws UserError for anything else. */
export function readCandidate(path: string, settings: Pick<Settings, "language">): Candidate {
  const files = filesAt(path, "candidate", "ModelNew");
  if (!modelIn(files, "ModelNew"))
    throw new UserError(`${path} holds no ModelNew`, "a bundle folder has model_new.py with ModelNew, and kernel.cu or kernel.cpp beside it");
  return Candidate.parse({ language: settings.language, files });
}

/**
 * Reads incumbents: each is a bundle folder, or a Python file with ModelNew or Model. Its name is that of the file, because reports and
 * exports that tell it leave this machine; files of one name go by the ends of their paths. Throws UserError for anything else.
 */
export function readIncumbents(paths: readonly string[], target: Target): Incumbent[] {
  const names = distinctNames(paths);
  return paths.map((path, at) => {
    const files = filesAt(path, "incumbent", "ModelNew or Model");
    const named = modelIn(files, "ModelNew") ? files : renamed(files);
    if (!named)
      throw new UserError(
        `--against ${path}: it holds neither ModelNew nor Model`,
        "name a bundle folder, or a Python file that defines one of the two classes",
      );
    const language = languageOf(named, languagesOf[target][0]);
    if (!languagesOf[target].includes(language))
      throw new UserError(`--against ${path}: it is written in ${language}, and the target ${target} does not run that`, `name a program for ${target}`);
    return { name: names[at]!, candidate: { language, files: named } };
  });
}

/** For each path its shortest end that no other path has. Throws UserError where two are one file. */
function distinctNames(paths: readonly string[]): string[] {
  const parts = paths.map((path) => resolve(path).split(sep));
  return parts.map((own, at) => {
    const others = parts.filter((_, other) => other !== at);
    const end = (one: readonly string[], length: number): string => one.slice(-length).join("/");
    const length = own.findIndex((_, less) => others.every((other) => end(other, less + 1) !== end(own, less + 1))) + 1;
    if (length === 0) throw new UserError(`--against names ${paths[at]} twice`, "name each program once");
    return end(own, length);
  });
}

/** The language by the native file or the imports, or else the one that is asked for. */
export function languageOf(files: readonly SourceFile[], asked: Language): Language {
  if (files.some((file) => file.name === "kernel.cu")) return "cuda";
  if (files.some((file) => file.name === "kernel.cpp")) return "cpp";
  return files.some((file) => /^\s*(import|from) triton\b/m.test(file.text)) ? "triton" : asked;
}

/** The files that a bundle folder may hold. */
const BUNDLE = ["model_new.py", "kernel.cu", "kernel.cpp", "load_kernel.py"];
const NATIVE = ["kernel.cu", "kernel.cpp"];

function filesAt(path: string, what: string, classes: string): SourceFile[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UserError(`there is no ${what} at ${path}`, `name a bundle folder, or a Python file with ${classes}`);
  if (found.isDirectory()) {
    const names = BUNDLE.filter((name) => statSync(join(path, name), { throwIfNoEntry: false }));
    const files = names.map((name) => ({ name, text: readFileSync(join(path, name), "utf8") }));
    expectNoOther(path, files);
    return files;
  }
  const text = readFileSync(path, "utf8");
  if (basename(path) === "model_new.py") expectAlone(path, text);
  return [{ name: "model_new.py", text }];
}

const importsFrom = (text: string, module: string): boolean => new RegExp(`^\\s*(from\\s+\\.?${module}\\s+import|import\\s+${module})\\b`, "m").test(text);

/** Throws UserError for a source file in the folder that would be left out: native code under another name, or a module that model_new.py imports. */
function expectNoOther(folder: string, files: readonly SourceFile[]): void {
  const model = files.find(({ name }) => name === "model_new.py")?.text ?? "";
  const others = readdirSync(folder).filter((name) => !BUNDLE.includes(name));
  const native = others.find((name) => /\.(cu|cuh|c|cc|cpp|cxx|h|hpp)$/.test(name));
  const module = others.find((name) => /^\w+\.py$/.test(name) && importsFrom(model, basename(name, ".py")));
  if (module) throw new UserError(`${folder}: found ${module}, and a bundle has no other module`, `put the code of ${module} into model_new.py`);
  const source = files.find(({ name }) => NATIVE.includes(name));
  if (native === undefined || (source && !source.text.includes(native))) return; // a file that nobody names is an older version
  const taken = source?.name;
  const wanted = taken ?? (extname(native).startsWith(".cu") ? "kernel.cu" : "kernel.cpp");
  const why = taken ? `${taken} is a bundle's only native file` : `the native file must be called ${wanted}`;
  throw new UserError(
    `${folder}: found ${native}; ${why}`,
    taken ? `put its code into ${taken}, or move it out of the folder` : `rename it to ${wanted}, or move it out of the folder`,
  );
}

/** Throws UserError for a model_new.py that needs the native file beside it. */
function expectAlone(path: string, text: string): void {
  const folder = dirname(path);
  const native = NATIVE.find((name) => statSync(join(folder, name), { throwIfNoEntry: false }));
  if (native && importsFrom(text, "kernel"))
    throw new UserError(`${path} imports ${native} beside it, and a file is judged alone`, `give the folder ${folder}`);
}

function modelIn(files: readonly SourceFile[], name: "Model" | "ModelNew"): boolean {
  return files.some((file) => file.name === "model_new.py" && new RegExp(`\\b${name}\\b`).test(file.text));
}

/** The files with the name ModelNew for Model. Undefined without a Model. */
function renamed(files: readonly SourceFile[]): SourceFile[] | undefined {
  if (!modelIn(files, "Model")) return undefined;
  return files.map((file) => (file.name === "model_new.py" ? { ...file, text: `${file.text.trimEnd()}\n\n\nModelNew = Model\n` } : file));
}
