/**
 * A scripted judge. It derives each verdict from the candidate's text, at once, so equal kernels get equal verdicts. It runs as a command
 * prefix, so all code up to the wire is the program's own. Some kernels do not compile, some are wrong, and the others differ in speed. One that says so is wrong on NaN, breaks the judge, or has the speed that it names. A
 * task that calls itself degenerate is rejected.
 *
 * Environment: `DELAY_MS` is the longest time of a verdict. `FIXED_MS` is the time of each verdict, one after the other, as on one device. `SILENT` makes the judge silent. `DEADLY` is a kind of job that ends the judge. `GATE` is a folder: the judge lists candidates in
 * its file `asked`, and answers when a file `open` exists.
 */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Reply } from "../../src/domain/protocol.ts";
import type { Verdict } from "../../src/domain/verdict.ts";
import { withSeries } from "./series.ts";
import { until } from "./until.ts";
import { baselines, common, namedSpeed, okVerdict } from "./verdicts.ts";

const gate = process.env["KERNELWRIGHT_TEST_GATE"];
const delayMs = Number(process.env["KERNELWRIGHT_TEST_DELAY_MS"] ?? 0);

function verdictOf(job: Extract<Job, { kind: "evaluate" }>): Verdict {
  if (job.candidate.files.some(({ text }) => text.includes("# fails a hidden test")))
    return { status: "wrong", ...common, inputs: "hidden", problem: "draw 3 of seed 4711 is off by 0.25" };
  if (job.candidate.files.some(({ text }) => text.includes("# wrong on NaN")))
    return job.require?.includes("nan")
      ? { status: "wrong", ...common, inputs: "hidden", group: "required", names: ["nan"], problem: "scripted" }
      : { ...okVerdict(job.tier, 2), ...((job.rareChecks || job.tier === "promotion") && { unproven: ["nan"] }) };
  const named = namedSpeed(job.candidate);
  if (named !== undefined) return okVerdict(job.tier, named);
  const digest = createHash("sha256").update(JSON.stringify(job.candidate.files)).digest();
  const [kind, gain] = [digest[0]! / 256, digest[1]! / 256];
  if (kind < 0.15) return { status: "build_failed", ...common, compiler: "g++", diagnostics: "kernel.cpp:3: error: scripted" };
  if (kind < 0.5) return { status: "wrong", ...common, inputs: "public", problem: "the outputs differ at [0, 0]" };
  return okVerdict(job.tier, Math.exp(1.6 * gain - 0.5));
}

/** Its name, where a test has several hosts. Only a host with a name tells its places. Without them the judge starts in half the time. */
const name = process.env["KERNELWRIGHT_TEST_HOST"];
const host = { ...baselines.host, ...(name && { name }) };
const hardware = name ? await import("../../src/domain/hardware.ts") : null;

function replyTo(job: Exclude<Job, { kind: "series" }>): Reply {
  if (job.kind === "probe") return { id: job.id, kind: "host", host };
  if (job.kind === "evaluate" && job.candidate.files.some(({ text }) => text.includes("# breaks the judge")))
    return { id: job.id, kind: "broken", reason: "scripted" };
  if (job.kind === "prepare" && job.task.source.includes("# degenerate"))
    return { id: job.id, kind: "rejected", reason: "the task cannot be judged: scripted", remedy: "change it", degenerate: true };
  if (job.kind === "gates") return { id: job.id, kind: "rejected", reason: "this judge runs no tests", remedy: "use the real one", degenerate: false };
  if (job.kind === "prepare") return { id: job.id, kind: "prepared", baselines: { ...baselines, host } };
  const place = hardware?.placeOf(host, job.target);
  return { id: job.id, kind: "verdict", verdict: { ...verdictOf(job), ...(place && { place }) } };
}

/** Notes that a candidate came, and waits until verdicts may go out. */
async function passGate(folder: string, id: string): Promise<void> {
  appendFileSync(join(folder, "asked"), `${id}\n`);
  await until(() => existsSync(join(folder, "open")));
}

const fixedMs = Number(process.env["KERNELWRIGHT_TEST_FIXED_MS"] ?? 0);
let device: Promise<unknown> = Promise.resolve();

const judge = withSeries({
  submit: async (job) => {
    if (job.kind === "series") throw new Error("it comes as its candidates");
    return replyTo(job);
  },
  close: async () => {},
});
const answer = (job: Job): void => void judge.submit(job).then((reply) => console.log(JSON.stringify(reply)));

let lines = 0;
createInterface({ input: process.stdin }).on("line", (line) => {
  if (++lines === 1) console.log(JSON.stringify({ kind: "hello" }));
  if (lines <= 2) return; // the shell's line, and the judge's own code
  if (process.env["KERNELWRIGHT_TEST_SILENT"]) return;
  const job = JSON.parse(line) as Job;
  if (job.kind === process.env["KERNELWRIGHT_TEST_DEADLY"]) process.exit(9);
  const isJudged = job.kind === "evaluate" || job.kind === "series";
  if (gate && isJudged) return void passGate(gate, job.id).then(() => answer(job));
  if (fixedMs > 0 && isJudged)
    return void (device = device.then(async () => {
      await sleep(fixedMs * (job.kind === "series" ? job.candidates.length : 1));
      answer(job);
    }));
  const wait = delayMs * (createHash("sha256").update(job.id).digest()[0]! / 256);
  setTimeout(() => answer(job), wait);
});
