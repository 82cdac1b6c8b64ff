/** Starts a LangGraph server as a person would and waits until it answers; stops it with everything it started. */
import { Client } from "@langchain/langgraph-sdk";
import { execa } from "execa";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { repository } from "./places.ts";

export interface Server {
  readonly url: string;
  readonly client: Client;
  /** what it has printed so far */
  output(): string;
  /** Ends it: SIGTERM, or whatever else is said. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A port of loopback that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port)));
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts `node <args> --port <port>` in `cwd`. Throws with the server's output where it does not answer within two minutes. */
export async function startServer(args: string[], port: number, cwd = repository, env: Record<string, string> = {}): Promise<Server> {
  const child = execa(process.execPath, ["--disable-warning=ExperimentalWarning", ...args, "--port", String(port)], {
    cwd,
    all: true,
    detached: true, // a group of its own, so that a signal reaches what it started
    reject: false,
    stdin: "ignore",
    env: { NODE_OPTIONS: "", OPENAI_API_KEY: "", OPENAI_BASE_URL: "", LANGSMITH_API_KEY: "", ...env },
  });
  let printed = "";
  child.all.on("data", (part) => (printed += String(part)));
  let ended = false;
  const end = child.then(({ all }) => {
    ended = true;
    return all;
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<void> => {
    if (!ended) process.kill(-child.pid!, signal);
    await end;
  };
  const answers = async (): Promise<boolean> => (await fetch(`${url}/ok`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined))?.ok ?? false;
  for (const begun = Date.now(); !(await answers());) {
    if (!ended && Date.now() - begun > 120_000) await stop("SIGKILL");
    if (ended) throw new Error(`the server does not answer: ${await end}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, client: new Client({ apiUrl: url }), output: () => printed, stop };
}

/** How many processes have `mark` in their environment. */
export function processesWith(mark: string): number {
  return readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && environmentOf(pid).includes(mark)).length;
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return ""; // ended meanwhile
  }
}
