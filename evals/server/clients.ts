/** Clients of a server under load. Each searches on a new thread again and again. Some cancel or leave, and all lose the server once. */
import { Client } from "@langchain/langgraph-sdk";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { affineTask } from "../../test/support/places.ts";

const PAUSE_MS = 500;
/** A stream that does not end in this time, and a server that does not answer, count as hung. */
const HUNG_MS = 240_000;

/** The counts of all clients together. */
export interface Seen {
  searches: number;
  streams: number;
  cancels: number;
  leaves: number;
  /** streams that broke because the server ended */
  broken: number;
  /** streams that were refused as too many, and asked again */
  refusals: number;
  /** milliseconds from a request to its first part, and to the first event of a new search */
  firstPartMs: number[];
  firstEventMs: number[];
  /** events in the logs of searches that nobody interrupted, and those of them that the stream lacked or had twice */
  events: number;
  lost: number;
  twice: number;
  /** events of interrupted searches that a stream had and the log lacks, and those that two streams had */
  unlogged: number;
  repeated: number;
  /** searches without their end in the log, or with two */
  unfinished: number;
  problems: string[];
}

export const nothingSeen = (): Seen => {
  const streams = { searches: 0, streams: 0, cancels: 0, leaves: 0, broken: 0, refusals: 0, firstPartMs: [], firstEventMs: [] };
  return { ...streams, events: 0, lost: 0, twice: 0, unlogged: 0, repeated: 0, unfinished: 0, problems: [] };
};

const source = readFileSync(affineTask, "utf8");

/** One search at a time until `over`, and a `rest` between two where one is due. `cwd` is the server's folder. */
export async function client(name: number, url: string, cwd: string, seen: Seen, over: () => boolean, rest: () => Promise<void>): Promise<void> {
  const sdk = new Client({ apiUrl: url, callerOptions: { maxRetries: 0 } });
  for (let at = 1; !over(); at++, await rest())
    await search(sdk, `search ${at} of client ${name}`, cwd, seen).catch((error: unknown) => void seen.problems.push(`client ${name}: ${String(error)}`));
}

/** Asks until the server answers. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (const begun = Date.now(); ; await sleep(PAUSE_MS))
    try {
      return await ask();
    } catch (error) {
      if (Date.now() - begun > HUNG_MS) throw error;
    }
}

async function search(sdk: Client, name: string, cwd: string, seen: Seen): Promise<void> {
  const { thread_id } = await insist(async () => await sdk.threads.create());
  const input = { target: "cpu", source: `${source}\n# ${name}\n` };
  const streamed: string[] = [];
  let interruptions = 0;
  for (;;) {
    const end = await stream(sdk, thread_id, interruptions === 0 && streamed.length === 0 ? input : null, seen, streamed);
    if (end === "finished") break;
    if (end !== "refused") interruptions++;
    await sleep(PAUSE_MS);
    // A server that died before the first checkpoint cannot go on. `next` would leave out a step whose results wait for their checkpoint.
    if (interruptions > 0 && (await insist(async () => await sdk.threads.getState(thread_id))).tasks.length === 0) break;
  }
  const { values } = await insist(async () => await sdk.threads.getState<{ run?: string }>(thread_id)); // "" without a checkpoint
  if (!values.run) return void (interruptions === 0 && seen.problems.push(`${name}: no run`));
  seen.searches++;
  compare(name, join(cwd, "runs", values.run.split("/runs/").at(-1)!), streamed, interruptions, seen);
  await insist(async () => await sdk.threads.delete(thread_id));
}

type End = "finished" | "refused" | "cancelled" | "left" | "broken";

/** Streams until the end. A fifth of the streams is cancelled, and a tenth left, after a random time. */
async function stream(sdk: Client, thread: string, input: Record<string, unknown> | null, seen: Seen, streamed: string[]): Promise<End> {
  const dice = Math.random();
  const plan = dice < 0.2 ? "cancelled" : dice < 0.3 ? "left" : "finished";
  const stopMs = 500 + Math.random() * 40_000;
  const leaving = new AbortController();
  const begun = performance.now();
  let parts = 0;
  let events = 0;
  let run = "";
  let stopped = null as End | null;
  const stop = async (): Promise<void> => {
    stopped = plan;
    if (plan === "left") return leaving.abort();
    await sdk.runs.cancel(thread, run).catch(() => {}); // it may have just ended
  };
  const hung = setTimeout(() => leaving.abort(), HUNG_MS);
  const timer = plan === "finished" ? undefined : setTimeout(() => void stop(), stopMs);
  try {
    const asked = { input, context: { worker: "queue" }, streamMode: ["custom", "updates"] as ["custom", "updates"], signal: leaving.signal };
    for await (const { event, data } of sdk.runs.stream(thread, "quick-look", asked)) {
      if (parts++ === 0) seen.firstPartMs.push(performance.now() - begun);
      if (event === "metadata") run = (data as { run_id: string }).run_id;
      if ((event as string) === "error") throw new Error(JSON.stringify(data));
      if (event !== "custom") continue;
      if (events++ === 0 && input !== null) seen.firstEventMs.push(performance.now() - begun);
      streamed.push(JSON.stringify(data));
    }
  } catch (error) {
    const text = String(error);
    if (/429|503/.test(text)) return (seen.refusals++, "refused");
    if (stopped === null && !/terminated|fetch failed|ECONN|socket/i.test(text)) throw error;
    stopped ??= "broken";
  } finally {
    clearTimeout(timer);
    clearTimeout(hung);
  }
  seen.streams++;
  if (stopped === "cancelled") seen.cancels++;
  if (stopped === "left") seen.leaves++;
  if (stopped === "broken") seen.broken++;
  return stopped ?? "finished";
}

/** Compares the streams of a search with its log. Nobody listened while an interrupted one ended, so those may lack events. */
function compare(name: string, folder: string, streamed: string[], interruptions: number, seen: Seen): void {
  const file = join(folder, "events.jsonl");
  const log = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const kept = new Set(log.map((line) => JSON.stringify(JSON.parse(line))));
  const counts = new Map<string, number>();
  for (const one of streamed) counts.set(one, (counts.get(one) ?? 0) + 1);
  const ends = log.filter((line) => line.includes('"type":"finished"')).length;
  const twice = [...counts.values()].filter((count) => count > 1).length;
  const unlogged = [...counts.keys()].filter((one) => !kept.has(one)).length;
  const lost = [...kept].filter((one) => !counts.has(one)).length;
  seen.events += log.length;
  if (interruptions > 0) seen.repeated += twice;
  else [seen.lost, seen.twice] = [seen.lost + lost, seen.twice + twice];
  seen.unlogged += unlogged;
  if (ends !== 1) seen.unfinished++;
  if ((interruptions === 0 && lost + twice > 0) || unlogged > 0 || ends !== 1)
    seen.problems.push(`${name}: ${lost} lost, ${twice} twice, ${unlogged} unlogged, ${ends} ends, ${interruptions} interruptions in ${folder}`);
}
