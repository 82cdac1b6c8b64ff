import { expect, it } from "@jest/globals";
import type { OkVerdict } from "../../../src/domain/verdict.ts";
import { recordOf, type RunEvent } from "../../../src/run/events.ts";
import { renderChart } from "../../../src/report/html/chart.ts";
import { ticksOf } from "../../../src/report/html/plot.ts";
import { renderHtml } from "../../../src/report/html/report.ts";
import { outcomeOf } from "../../../src/report/run/outcome.ts";
import { renderSearch } from "../../../src/report/html/tree.ts";
import { artifacts, changed, events, exchanges } from "../fixture.ts";
import { HOSTILE, isolation, okVerdict, time } from "../fixture-parts.ts";

const { baselines } = events.find((event) => event.type === "prepared")!;
const pageOf = (from: readonly RunEvent[], find = artifacts) => renderHtml(recordOf(from), find, exchanges, "RUN");
const page = pageOf(events);

it("text from models, candidates and compilers cannot become markup", () => {
  expect(page).not.toContain("<script");
  expect(page).not.toContain("<img");
  expect(page.split("&lt;script&gt;alert(&quot;x&quot;)").length).toBeGreaterThan(4);
  const hostile = changed("started", { task: HOSTILE, model: HOSTILE, command: HOSTILE, settings: { [HOSTILE]: HOSTILE } });
  expect(pageOf(changed("stopped", { detail: HOSTILE }))).not.toMatch(/<script|<img/);
  expect(pageOf(hostile)).not.toMatch(/<script|<img/);
});

it("characters that hide or reorder text are shown by their code", () => {
  expect(pageOf(changed("stopped", { detail: "a\u202Eb\u001B[2J\u200B" }))).toContain("a⟨U+202E⟩b⟨U+001B⟩[2J⟨U+200B⟩");
});

it("the page loads nothing from outside and runs no script", () => {
  const tags = [...page.matchAll(/<[^>]*>/g)].join("");
  expect(tags).not.toMatch(/\ssrc|\son\w+=|href="(?!#)/i);
  expect(page).not.toMatch(/url\(|@import|<link|<iframe|https?:/i);
  expect(page).toContain("default-src 'none'");
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
});

it("the result comes first, with its intervals and evidence", () => {
  const result = page.slice(page.indexOf('id="result"'), page.indexOf('id="task"'));
  for (const text of ["2.78x", "[2.71, 2.85]", "1.22x", "29.7 µs → 10.7 µs", "at promotion, in 8 pairs of fresh processes, one of eager PyTorch in each"])
    expect(result).toContain(text);
  for (const text of ["accepts it (5 of 5 trials), 2.78x by its own clock (0.0107 ms", "SM 1755 MHz, memory 3201 MHz, held down by power cap"])
    expect(result).toContain(text);
  for (const text of ["1,380 calls", "21.0 % of its budget", "L3: own user, no network", "78.5 %"]) expect(result).toContain(text);
  for (const text of ["r1b0 passed the search but not promotion (wrong)", "Slower than eager PyTorch: r1b2 (0.844x)"]) expect(result).toContain(text);
});

/** A section of the page. */
const sectionOf = (id: string, from = page) => new RegExp(`<section id="${id}"[^]*?</section>`).exec(from)?.[0] ?? "";
/** Without the marks that keep a flag on one line. */
const unmarked = (html: string): string => html.replaceAll(/<\/?b>/g, "");

it("the box of a win says how to export it, what is proven, for which shapes and device, and what is not", () => {
  const box = unmarked(sectionOf("ship"));
  for (const text of ["npx kernelwright export RUN --format patch -o winner.patch<", "npx kernelwright export RUN -o winner.py<", "1,380 calls"])
    expect(box).toContain(text);
  for (const text of [
    "1.22x [1.19, 1.25] against torch.compile",
    "x float32[4096, 1024]",
    "NVIDIA H200, fp32, torch 2.11.0",
    "nan, overflow (wrong there, or not checked)",
  ])
    expect(box).toContain(text);
  const { verdict } = events.findLast((one) => one.type === "promoted" && one.verdict.status === "ok") as { verdict: object };
  const weak = pageOf(changed("promoted", { verdict: { ...verdict, isolation: { ...isolation, level: "L2" } } as never, attempt: "r2b0" }));
  expect(unmarked(sectionOf("ship", weak))).toContain("-o winner.py --degraded<");
});

it("a win that is not proven yet has no box", () => {
  expect(sectionOf("ship", pageOf(events.filter((one) => one.type !== "finished" && one.type !== "promoted")))).toBe("");
});

it("the cards say what host and device take, and mark the strongest baseline", () => {
  const cards = page.slice(page.indexOf('class="cards"'), page.indexOf('id="ship"'));
  expect(cards).toMatch(/host, per call<\/h2><b>4\.28 µs<\/b><span>device 7\.49 µs<\/span><span>eager PyTorch 20\.3 µs, device 11\.8 µs/);
  expect(cards).toContain("against torch.compile, the strongest baseline");
});

it("the page leads with the strongest baseline, and with an incumbent where that is the strongest", () => {
  const headline = (from = page) => /<p class="verdict (\w+)">([^]*?)<\/p>/.exec(from)?.slice(1) ?? [];
  expect(headline()[0]).toBe("win");
  expect(headline()[1]).toMatch(/<strong>1\.22x<\/strong> the speed of torch\.compile, the strongest baseline .*13\.1 µs.*; 2\.78x the speed of eager PyTorch/);
  const judged = (name: string, speedup: number) => ({
    type: "incumbent" as const,
    at: events[1]!.at,
    tier: "promotion" as const,
    judged: { name, verdict: okVerdict(29.7 / speedup, speedup, "promotion"), problem: "" },
  });
  const [first, ...others] = events;
  const faster = pageOf([first!, judged(HOSTILE, 5), judged("slow.py", 0.8), ...others]);
  expect(headline(faster)[0]).toBe("loss");
  expect(headline(faster)[1]).toMatch(/<strong>0\.556x<\/strong> the speed of &lt;\/code&gt;/);
  expect(faster).not.toMatch(/<script|<img/);
  const cards = faster.slice(faster.indexOf('class="cards"'), faster.indexOf('id="ship"'));
  expect([...cards.matchAll(/<h2>against ([^<\s]+)/g)].map(([, label]) => label)).toEqual([
    expect.stringMatching(/^&lt;/),
    "torch.compile",
    "eager",
    "slow.py",
  ]);
  expect(sectionOf("task", faster)).toMatch(/slow\.py<\/dt>\s*<dd>37\.2 µs \[.*\], 0\.800x .* against eager/);
  expect(faster).toContain("A loss: &lt;/code&gt;");
});

it("the time of torch.compile agrees with its ratio wherever both stand, and the page says what it rests on", () => {
  const promoted = events.find((one) => one.type === "promoted" && one.attempt === "r2b0") as { verdict: OkVerdict };
  const rivals = [{ name: "compile" as const, time: time(7.92), speedup: { median: 0.845, low: 0.559, high: 1.28, samples: 8 }, note: "" }];
  const later = pageOf(changed("promoted", { attempt: "r2b0", verdict: { ...promoted.verdict, rivals } }));
  const ofResult = later.slice(later.indexOf('class="cards"'), later.indexOf('id="times"'));
  expect(ofResult).toMatch(/against torch\.compile[^]*?<b>0\.845x<\/b><span>95 % \[0\.559, 1\.28\]<\/span><span>9\.04 µs → 10\.7 µs/);
  expect(ofResult).toMatch(/<dt>torch\.compile<\/dt>\s*<dd>9\.04 µs \[5\.98, 13\.7\], 0\.845x \[0\.559, 1\.28\] against it/);
  expect(sectionOf("task", later)).toMatch(/<dt>torch\.compile<\/dt>\s*<dd>9\.04 µs/);
  expect(later).not.toContain("7.92");
  expect(later).toContain("Timed against eager once for this task and host, maybe in an earlier session: torch.compile.");
  const unproven = pageOf(events.filter((one) => one.type !== "promoted"));
  expect(sectionOf("task", unproven)).toMatch(
    /<dt>torch\.compile<\/dt>\s*<dd>13\.2 µs \[.*\], 2\.25x \[.*\] against eager, by a ratio kept per task and host<\//,
  );
});

it("single call times are drawn where the judge sent them, and their absence is told", () => {
  expect(sectionOf("times").match(/class="call"/g)).toHaveLength(80);
  expect(sectionOf("times")).toMatch(/Candidate: all between 10\.4 µs and \d/);
  const old = pageOf(events.filter((one) => one.type !== "promoted"));
  expect(sectionOf("times", old)).toContain("This verdict keeps no single call times.");
});

it("eager PyTorch has one time on the page; the one of the run's start is named as such", () => {
  const moved = { ...baselines, eager: { ...baselines.eager, medianUs: 33.3, lowUs: 33, highUs: 34 } };
  const drifted = pageOf(changed("prepared", { baselines: moved }));
  expect(sectionOf("task", drifted)).toMatch(/29\.7 µs \[29\.3, 30\.2\], measured beside r2b0\. When the run began it took 33\.3 µs/);
  expect(drifted.split("33.3 µs")).toHaveLength(2);
});

it("the gates of an exported operator stand in the box of the winner, one per line, and failed ones by name", () => {
  const gate = (name: string, outcome: "passed" | "failed" | "skipped", detail = "") => ({ name, what: "as the original", outcome, detail });
  const gates = [gate("parity", "passed"), gate("guard cost", "failed", "7.2 us <b>"), gate("a CUDA graph", "skipped", "no GPU")];
  const at = events.at(-1)!.at;
  const told = (attempt: string) => sectionOf("ship", pageOf([...events, { type: "exported", at, attempt, format: "wheel", gates }]));
  expect(told("r2b0")).toContain("Exported as an operator (--format wheel): 1 of 3 gates passed, 1 failed: guard cost, 1 skipped");
  expect(told("r2b0")).toMatch(/guard cost<\/td>[^]*?FAILED<\/td>[^]*?7\.2 us &lt;b&gt;/);
  expect(told("r1b0")).not.toContain("Exported as an operator");
});

it("on a track other than fp32 every name of eager PyTorch tells the track", () => {
  const names = (precision: "tf32" | "bf16") => pageOf(changed("started", { precision })).match(/\beager PyTorch\b[ \w]{0,10}/gi) ?? [];
  expect(names("tf32").length).toBeGreaterThan(8);
  expect(names("tf32").filter((one) => !/^eager PyTorch with TF32/i.test(one))).toEqual([]);
  expect(names("bf16").filter((one) => !/^eager PyTorch (in bf16|with TF32)/i.test(one))).toEqual([]);
});

it("the source before and after, every failed attempt with its first error line, and each round with its cost have a place", () => {
  expect(sectionOf("code")).toMatch(/shifted = x - x\.max[^]*row kept in registers/);
  const rows =
    sectionOf("failures")
      .match(/<tr>[^]*?<\/tr>/g)
      ?.slice(1) ?? [];
  expect(rows.map((row) => /href="#(\w+)"/.exec(row)?.[1])).toEqual(["r1b1", "r1b1s1", "r2b1", "r2b2"]);
  expect(rows[0]).toContain("nvcc failed: kernel.cu(12): error: identifier");
  const rounds = sectionOf("cost")
    .match(/<tr>[^]*?<\/tr>/g)
    ?.map((row) => [...row.matchAll(/<td[^>]*>([^<]*)/g)].map(([, text]) => text));
  expect(rounds?.slice(1)).toEqual([
    ["1", "2 of 4", "1.55x", "19,248", "$0.074", "85.6 s", "39.2 s", "49.0 s"],
    ["2", "1 of 3", "2.80x", "14,436", "$0.00", "64.2 s", "29.4 s", "50.0 s"],
  ]);
});

it("the tree shows what promotion measured beside what the search did, and what is at work", () => {
  const tree = page.slice(page.indexOf('class="tree"'), page.indexOf('class="panels"'));
  expect(tree).toMatch(/<b>r2b0<\/b> <span class="ok">2\.80x<\/span> <span class="ok">↻ 2\.78x/);
  expect(tree).toMatch(/<b>r1b0<\/b> <span class="ok">1\.55x<\/span> <span class="failed">↻ wrong/);
  expect(sectionOf("speed")).toContain('aria-label="r2b0 at promotion: 2.78x [2.71, 2.85]"');
  const growing = pageOf([
    ...events.slice(0, 3),
    { type: "selected", at: events[3]!.at, round: 1, expansions: [{ attempt: "r1b9", parent: "root", why: "" }] },
  ]);
  expect(growing).toMatch(/<b>r1b9<\/b> <span class="slow">at work on the reference/);
});

it("the machine, the tree, the profile, the cost and the command are on the page", () => {
  for (const text of ["NVIDIA H200", "float32[4096, 1024]", "the fastest so far", "0.844x [0.823, 0.865]", "build failed", "1.03 KiB", "33,684"])
    expect(page).toContain(text);
  for (const text of ["build 3.63 s", "8 of 8 attempts made", "kernelwright run evals/tasks/row_softmax.py --attempts 8 --seed 7"])
    expect(page).toContain(text);
});

/** The panel of one attempt. */
const panelOf = (id: string, from = page) => /<article [^]*?<\/article>/.exec(from.slice(from.indexOf(`id="${id}"`) - 60))?.[0] ?? "";

it("each step on the winning path is a side by side diff against its parent, with the words that changed", () => {
  expect(page.match(/class="attempt path" id="\w+"/g)).toEqual(['class="attempt path" id="r1b0"', 'class="attempt path" id="r2b0"']);
  expect(panelOf("r1b0")).toContain("<h4>r1b0/kernel.cu, new</h4>");
  const step = panelOf("r2b0");
  expect(step).toContain("against r1b0/kernel.cu: 6 lines added, 4 removed");
  expect(step).toContain('<td class="del">  // one block per row, <del>three</del> <del>passes</del>');
  expect(step).toMatch(/<tr class="same"><td>3<td>__global__ void rows/);
});

it("every attempt is in the tree, and its panel has its plan, its problem and what the model was asked", () => {
  const tree = page.slice(page.indexOf('class="tree"'), page.indexOf('class="panels"'));
  for (const id of ["r1b0", "r1b1", "r1b1s1", "r1b2", "r2b0", "r2b1", "r2b2"]) expect(tree).toContain(`href="#${id}"`);
  expect(panelOf("r1b1")).toContain("identifier &quot;blockMax&quot; is undefined");
  expect(panelOf("r2b2")).toContain("timing took longer than 180 s");
  expect(panelOf("r2b0")).toContain("Make it faster");
  expect(panelOf("r2b0")).toContain("keep the row");
});

it("an attempt that was measured again shows the second result", () => {
  expect(panelOf("r2b0")).toMatch(/<dt>measured again<\/dt>\s*<dd>10.7 µs \[10.5, 10.9\], 2.78x \[2.71, 2.85\] against eager/);
  expect(panelOf("r1b0")).toMatch(/<dt>measured again<\/dt>\s*<dd>wrong: wrong for hidden inputs/);
});

it("human feedback is shown, and the result is marked as influenced by a person", () => {
  const word = { kind: "hint", on: "fork", text: "try warp shuffles" } as const;
  const steered = pageOf([...events, { type: "human_feedback", at: "2026-11-21T09:33:00.000Z", feedback: word }]);
  expect(steered.slice(steered.indexOf('id="search"'))).toMatch(/hint, fork<\/dt>\s*<dd>try warp shuffles/);
  expect(steered).toContain("A person steered this search (1 message");
  expect(page).not.toContain("person");
});

it("the instructions that open every prompt of a role are on the page once", () => {
  expect(page.split("You write CUDA kernels.").length).toBe(2);
  expect(panelOf("r1b0")).toContain('href="#instructions-1"');
});

it("tuned constants are shown beside the attempt and for the run", () => {
  const settings = [
    { setting: { BLOCK: 128 }, status: "ok", speedup: 2.8, interval: { low: 2.6, high: 3 } },
    { setting: { BLOCK: 64 }, status: "build_failed", speedup: null },
    { setting: { BLOCK: 32 }, status: "ok", speedup: 1.5 },
  ];
  const tuning = { settings, seconds: 12, change: null, gain: null };
  const tuned = pageOf([...events, { type: "tuned", at: "2026-11-21T09:33:00.000Z", attempt: "r2b0", tuning }]);
  expect(tuned.slice(tuned.indexOf('id="tuning"'))).toContain("r2b0 tuned: 3 settings in 12.0 s, 1 failed; none is reliably faster");
  expect(panelOf("r2b0", tuned)).toMatch(/BLOCK=128[^]*2\.80x \[2\.60, 3\.00\][^]*BLOCK=64[^]*build failed[^]*BLOCK=32[^]*1\.50x</);
});

it("a page at its size limit keeps the winning path and lists the omitted attempts", () => {
  const record = recordOf(events);
  const search = (room: number) =>
    renderSearch(outcomeOf(record, artifacts), { record, folder: "RUN", artifacts, exchanges, instructions: new Map() }, room).text;
  const whole = search(1e6);
  const [path, all] = [search(0), whole].map((text) => text.length) as [number, number];
  expect(search(0)).toMatch(/id="r2b0"[^]*one block per row, row kept in registers/);
  expect(search(0)).toContain("5 attempts without a link are left out");
  expect(search(0)).not.toContain('<a class="node" href="#r2b2"');
  const most = search(path + (all - path) * 0.6);
  expect(most).toContain("npx kernelwright inspect RUN r1b2");
  expect(most).toContain('<a class="node" href="#r2b2"');
  expect(whole).not.toContain("kernelwright inspect");
});

it("a path of four thousand attempts is shown whole, and its end in full", () => {
  const [first, ...others] = recordOf(events).attempts;
  const made = others.find((one) => one.id === "r2b0")!;
  const way = Array.from({ length: 4000 }, (_, at) => ({ ...made, id: `r${at + 1}b1`, parent: at === 0 ? first!.id : `r${at}b1` }));
  const record = { ...recordOf(events), attempts: [first!, ...way], finished: { ...recordOf(events).finished!, best: "r4000b1" } };
  const { text } = renderSearch(outcomeOf(record, artifacts), { record, folder: "RUN", artifacts, exchanges, instructions: new Map() });
  expect(text.match(/<article/g)).toHaveLength(4000);
  expect(text).toContain("npx kernelwright inspect RUN r3900b1");
  expect(text).not.toContain("npx kernelwright inspect RUN r3901b1");
  const tree = text.slice(text.indexOf("<nav"), text.indexOf("</nav>"));
  expect(tree.match(/<ul>/g)?.length).toBe(tree.match(/<\/ul>/g)?.length);
});

it("time outside the profiled kernels is shown beside them", () => {
  const kernels = page.slice(page.indexOf('id="kernels"'), page.indexOf('id="search"'));
  expect(kernels).toMatch(/aten::div.*8\.90 µs/);
  expect(kernels).toMatch(/the rest.*13\.7 µs/);
});

it("the roofline shows how near every timed attempt comes to what the device allows for the task's arithmetic", () => {
  const roofline = page.slice(page.indexOf('id="roofline"'), page.indexOf('id="kernels"'));
  // 2e8 operations and 33,554,432 bytes: 5.96 a byte, which 3995 GB/s allow at 23.8 TFLOP/s
  expect(roofline).toContain("5.96 operations for each byte");
  expect(roofline).toContain("allows 23.8 TFLOP/s in fp32");
  expect(roofline).toContain("r2b0 reaches 18.9, which is 79.2 %. Eager PyTorch, the flat mark, reaches 6.72");
  expect(roofline.match(/href="#\w+"/g)).toEqual(['href="#r1b0"', 'href="#r1b2"', 'href="#r2b0"']);
  expect(roofline).toContain("tf32: 390 TFLOP/s");
  const { work: _, ...uncounted } = baselines;
  expect(pageOf(changed("prepared", { baselines: uncounted }))).not.toContain('id="roofline"');
});

it("known hardware counters and compiler facts are shown with the profile", () => {
  const panel = panelOf("r2b0");
  for (const text of ["4,096 x 256", "81.0 %", "sectors per load", "long scoreboard 7.40", "loads 6 of 16 B, 2 of 4 B; stores 4 of 16 B; atomics 1"])
    expect(panel).toContain(text);
  expect(panel).not.toMatch(/L2 hits|undefined/);
});

it("a time above the compute floor is compared with that floor", () => {
  const work = { flops: 5e8, track: "fp32", tflops: 50, computeUs: 10, by: "fp16", products: 3 } as const;
  const searched = (hash: string) => artifacts(hash)?.replace('"floorUs":8.4', `"floorUs":8.4,"work":${JSON.stringify(work)}`);
  const searchedOnly = changed("prepared", { baselines: { ...baselines, work } }).filter((event) => event.type !== "promoted");
  expect(pageOf(searchedOnly, searched)).toMatch(
    /of the speed of light \(compute\)<\/h2><b>94.3 %<\/b><span>compute floor 10.0 µs<\/span><span>0.500 GFLOP at 50.0 TFLOP\/s in fp32 by 3 fp16 products of split operands/,
  );
});

it("an attempt that was not measured again has one time: in the result, its panel and its share of the speed of light", () => {
  const steady = events.flatMap((event): RunEvent[] => {
    if (event.type === "promoted") return [];
    if (event.type !== "attempted" || event.attempt.id !== "r2b0") return [event];
    return [{ ...event, attempt: { ...event.attempt, time: { medianUs: 11, lowUs: 10.9, highUs: 11.1, samples: 12 } } }]; // its verdict says 10.6
  });
  const page = pageOf(steady);
  expect(sectionOf("result", page)).toContain("<b>76.4 %</b>");
  expect(sectionOf("result", page)).toContain("11.0 µs");
  expect(panelOf("r2b0", page)).toContain("which is 76.4 % of the measured time");
  expect(page).not.toContain("10.6 µs");
});

it("a ceiling far above all attempts is not drawn", () => {
  const levels = [
    { label: "near", speedup: 9 },
    { label: "far", speedup: 30 },
  ];
  const chart = renderChart(recordOf(events), null, levels).text;
  expect([chart.includes(">near<"), chart.includes(">far<")]).toEqual([true, false]);
});

it("for hidden inputs the page shows only the failure", () => {
  expect(page).not.toContain("outputs differ on hidden inputs");
});

it("axis ticks are few and round, over a narrow range and over a wide one", () => {
  expect(ticksOf([0.9, 1.4])).toEqual([0.9, 1, 1.1, 1.2, 1.3, 1.4]);
  expect(ticksOf([0.8, 30])).toEqual([1, 2, 5, 10, 20]);
  expect(ticksOf([0.8, 3000])).toEqual([1, 10, 100, 1000]);
});

it("a run without a win says so in its first line", () => {
  const lost = pageOf(changed("finished", { best: null }));
  expect(lost).toContain("No faster kernel was found");
  expect(lost).toContain("No win: no attempt that passed every check was faster");
  expect(lost).not.toContain("the speed of eager");
});

it("a run without a win says why, and what to try", () => {
  const advice = unmarked(sectionOf("advice", pageOf(changed("finished", { best: null }))));
  expect(advice).toContain("4 of 7 attempts failed: 1 build failed, 1 wrong, 1 duplicate, 1 timeout.");
  expect(advice).toContain("No fresh process confirmed a win: r2b0 2.78x [2.71, 2.85]; r1b0 wrong.");
  expect(advice).toContain("npx kernelwright fork RUN --attempts 8 --hint &#39;what to try&#39;");
  const near = changed("prepared", { baselines: { ...baselines, eager: { ...baselines.eager, medianUs: 9 } } });
  const stuck = near.flatMap((one): RunEvent[] =>
    one.type === "finished" ? [{ ...one, best: null }] : ["promoted", "attempted"].includes(one.type) ? [] : [one],
  );
  expect(sectionOf("advice", pageOf(stuck))).toContain("Eager PyTorch already reaches 93.3 % of the speed of light.");
  const shown = stuck.map((one) => (one.type === "prepared" ? { ...one, baselines: { ...one.baselines, neededUs: 6 } } : one));
  expect(sectionOf("advice", pageOf(shown))).toContain("93.3 % of the speed of light: at most 1.50x is left.");
  const again = "Repeat it on an idle machine";
  expect(advice).toContain(again);
  const slower = changed("finished", { best: null }).map((one) =>
    one.type === "promoted" && one.verdict.status === "ok"
      ? { ...one, verdict: { ...one.verdict, speedup: { ...one.verdict.speedup, low: 0.7, median: 0.8, high: 0.9 } } }
      : one,
  );
  expect(sectionOf("advice", pageOf(slower))).not.toContain(again);
  const stopped = events.filter((one) => one.type !== "finished");
  expect(sectionOf("advice", pageOf(stopped))).toContain("npx kernelwright resume RUN");
  expect(sectionOf("advice")).toBe("");
});

it("a run that stopped before anything was measured still has a report", () => {
  const bare = pageOf(events.slice(0, 1));
  expect(bare).toContain("Nothing has been measured yet");
  expect(bare).toContain("The run has not finished.");
  expect(bare).not.toMatch(/undefined|NaN|\[object/);
});

it("a missing artifact is replaced by a sentence", () => {
  const poor = pageOf(events, () => undefined);
  expect(poor).toContain("The source is not in the artifact store.");
  expect(pageOf(events, () => "{ not json")).toContain("2.78x");
  for (const text of [page, poor]) expect(text).not.toMatch(/undefined<|NaN|\[object/);
});
