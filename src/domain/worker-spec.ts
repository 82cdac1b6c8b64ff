/** The value of `--worker`: a local process, a command prefix, a spool folder, or a queue in Postgres. */
import { UserError } from "./errors.ts";

export type WorkerSpec =
  | { readonly kind: "here" }
  | { readonly kind: "spool"; readonly folder: string }
  /** null: the database of the environment */
  | { readonly kind: "queue"; readonly database: string | null }
  | { readonly kind: "command"; readonly text: string; readonly words: readonly string[] };

const SPOOL = "spool:";
const QUEUE = "queue";

/**
 * Reads `--worker`: empty, spool:DIR, queue, queue:postgres://…, or a command prefix such as `ssh -p 22 "gpu 01" --`. Throws UserError for a
 * prefix without a word, and for a password, because a run's settings keep the text.
 */
export function parseWorker(text: string): WorkerSpec {
  if (text.trim() === "") return { kind: "here" };
  if (text.startsWith(SPOOL)) return { kind: "spool", folder: text.slice(SPOOL.length) };
  if (text === QUEUE || text.startsWith(`${QUEUE}:`)) return { kind: "queue", database: addressIn(text) };
  const words = [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  if (words.every((word) => word === "")) throw new UserError(`--worker "${text}" names no command`, "give a command prefix, or spool:DIR");
  return { kind: "command", text, words };
}

/** Whether a database is a URL instead of a file. */
export const isPostgres = (database: string): boolean => /^postgres(ql)?:\/\/./.test(database);

function addressIn(text: string): string | null {
  const address = text.slice(QUEUE.length + 1);
  if (address === "") return null;
  if (!isPostgres(address))
    throw new UserError("--worker queue: names no Postgres database", "give queue:postgres://user@host/name, or set KERNELWRIGHT_DATABASE and give queue");
  if (/^[^/]+\/\/[^/@]*:[^/@]*@|[?&]password=/.test(address))
    throw new UserError(
      "--worker contains a password, which the run's settings would keep",
      "set KERNELWRIGHT_DATABASE to the whole address and give --worker queue",
    );
  return address;
}

/** The text that parseWorker reads back. */
export function formatWorker(spec: WorkerSpec): string {
  if (spec.kind === "here") return "";
  if (spec.kind === "queue") return spec.database === null ? QUEUE : `${QUEUE}:${spec.database}`;
  return spec.kind === "spool" ? `${SPOOL}${spec.folder}` : spec.text;
}

/** Changes the folder of a spool worker by `place`. Returns other workers unchanged. */
export const withFolder = (spec: WorkerSpec, place: (folder: string) => string): WorkerSpec =>
  spec.kind === "spool" ? { kind: "spool", folder: place(spec.folder) } : spec;
