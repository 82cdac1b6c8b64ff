/** The value of `--worker`: a local process, a command prefix, or a spool folder. */
import { UserError } from "./errors.ts";

export type WorkerSpec =
  | { readonly kind: "here" }
  | { readonly kind: "spool"; readonly folder: string }
  | { readonly kind: "command"; readonly text: string; readonly words: readonly string[] };

const SPOOL = "spool:";

/** Reads `--worker`: empty, spool:DIR, or a command prefix such as `ssh -p 22 "gpu 01" --`. Throws UserError for a prefix without a word. */
export function parseWorker(text: string): WorkerSpec {
  if (text.trim() === "") return { kind: "here" };
  if (text.startsWith(SPOOL)) return { kind: "spool", folder: text.slice(SPOOL.length) };
  const words = [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  if (words.every((word) => word === "")) throw new UserError(`--worker "${text}" names no command`, "give a command prefix, or spool:DIR");
  return { kind: "command", text, words };
}

/** The text that parseWorker reads back. */
export function formatWorker(spec: WorkerSpec): string {
  if (spec.kind === "here") return "";
  return spec.kind === "spool" ? `${SPOOL}${spec.folder}` : spec.text;
}

/** Changes the folder of a spool worker by `place`. Returns other workers unchanged. */
export const withFolder = (spec: WorkerSpec, place: (folder: string) => string): WorkerSpec =>
  spec.kind === "spool" ? { kind: "spool", folder: place(spec.folder) } : spec;
