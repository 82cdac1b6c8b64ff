/**
 * Judges and diagnoses small kernels with one planted fault each. It checks whether the diagnosis names the class and the limit, with and
 * without hardware counters. The head comment of each kernel in cuda/ and cpp/ names its fault. h200.jsonl holds the verdicts of an H200.
 *
 *     npm run bench:profile -- [--target cpu] [--worker ...]        asks a judge and prints the table; exits 1 if it misses a fault
 *     npm run -s bench:profile -- --jobs > jobs.jsonl               the same in steps, for a GPU host without Node:
 *     python3 -m judge < jobs.jsonl > replies.jsonl
 *     npm run bench:profile -- --replies replies.jsonl
 */
import type { Gpu } from "../../src/domain/hardware.ts";
import { type Job, PROTOCOL, type Reply } from "../../src/domain/protocol.ts";
import { argumentsIn } from "../arguments.ts";
import { type Case, casesIn, jobFor, repliesTo } from "./cases.ts";
import { tableOf } from "../pages.ts";
import { foundIn } from "./diagnosed.ts";

const TITLES = ["kernel", "planted", "class", "limit", "said: class", "place of the limit, or the first", "right", "without counters: class", "limit", "right"];

function row(planted: Case, reply: Reply | undefined, gpu: Gpu | null): { right: boolean[]; cells: string[] } {
  const head = [planted.name, ...["planted", "bound", "limit"].map(planted.says)];
  const seen = foundIn(planted, reply, gpu);
  if (typeof seen === "string") return { right: [false, false], cells: [...head, seen.split("\n")[0]!.slice(0, 120)] };
  const cells = [seen.counted, seen.plain].flatMap(({ bound, place, first, right }) => [bound, place > 0 ? `${place}.` : first, right ? "yes" : "**no**"]);
  return { right: [seen.counted.right, seen.plain.right], cells: [...head, ...cells] };
}

const { values } = argumentsIn({
  options: { target: { type: "string", default: "cuda" }, worker: { type: "string", default: "" }, jobs: { type: "boolean" }, replies: { type: "string" } },
});
const all = casesIn(values.target === "cpu" ? "cpp" : "cuda");
const idOf = ({ name }: Case): string => `planted-${name}`;
const jobs: Job[] = [{ protocol: PROTOCOL, id: "host", kind: "probe" }, ...all.map((one) => jobFor(one, idOf(one), one.candidate, "search", true))];
if (values.jobs) console.log(jobs.map((job) => JSON.stringify(job)).join("\n"));
else {
  const replies = new Map((await repliesTo(jobs, values.replies, values.worker)).map((reply) => [reply.id, reply]));
  const host = replies.get("host");
  const gpu = values.target !== "cpu" && host?.kind === "host" ? host.host.gpu : null;
  const rows = all.map((one) => row(one, replies.get(idOf(one)), gpu));
  const right = (at: number): number => rows.filter((one) => one.right[at]).length;
  console.log(
    `${tableOf(
      TITLES,
      rows.map(({ cells }) => cells),
    )}\n\n${right(0)} of ${all.length} right; without counters ${right(1)}.`,
  );
  process.exitCode = right(0) === all.length ? 0 : 1;
}
