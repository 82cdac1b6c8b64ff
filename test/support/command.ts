/** Runs the real command line in a folder of its own. */
import { execa } from "execa";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { main } from "./places.ts";

declare global {
  /** the folder of a test file (scratch-environment.mjs) */
  var scratchFolder: string;
}

/** A new folder. It is removed when the test file has ended. */
export function scratch(): string {
  return mkdtempSync(join(globalThis.scratchFolder, "f-"));
}

/** Starts `kernelwright args…`; `endpoint` is the model server's URL, `input` what is typed, or a stream of it. The result never rejects. */
export function start(
  args: string[],
  { cwd = scratch(), endpoint = "", env = {}, input = "" }: { cwd?: string; endpoint?: string; env?: Record<string, string>; input?: string | Readable } = {},
) {
  const model = endpoint ? { OPENAI_BASE_URL: endpoint, OPENAI_API_KEY: "test", KERNELWRIGHT_MODEL: "scripted" } : { OPENAI_BASE_URL: "", OPENAI_API_KEY: "" };
  return execa(process.execPath, ["--disable-warning=ExperimentalWarning", main, ...args], {
    cwd,
    reject: false,
    all: true,
    input,
    env: { NODE_OPTIONS: "", ...model, ...env },
  });
}

/** Presses Ctrl-C and waits until the program has said that it heard. */
export async function interrupt(child: ReturnType<typeof start>): Promise<void> {
  const heard = new Promise<void>((resolve) => child.stderr.on("data", (text) => String(text).includes("stops after the work in flight") && resolve()));
  child.kill("SIGINT");
  await heard;
}
