import { expect, it } from "@jest/globals";
import { recordOf, type RunEvent } from "../../src/domain/run-record.ts";
import { renderChart, ticksOf } from "../../src/report/chart.ts";
import { renderHtml } from "../../src/report/html.ts";
import { outcomeOf } from "../../src/report/outcome.ts";
import { renderSearch } from "../../src/report/tree.ts";
import { artifacts, changed, events, exchanges } from "./fixture.ts";
import { HOSTILE } from "./fixture-parts.ts";

const { baselines } = events.find((event) => event.type === "prepared")!;
const pageOf = (from: readonly RunEvent[], find = artifacts) => renderHtml(recordOf(from), find, exchanges);
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

it("the page refers to nothing outside itself and runs nothing", () => {
  const tags = [...page.matchAll(/<[^>]*>/g)].join("");
  expect(tags).not.toMatch(/\ssrc|\son\w+=|href="(?!#)/i);
  expect(page).not.toMatch(/url\(|@import|<link|<iframe|https?:/i);
  expect(page).toContain("default-src 'none'");
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
});

it("the result comes first, with its intervals and what backs it", () => {
  const result = page.slice(page.indexOf('id="result"'), page.indexOf('id="task"'));
  for (const text of ["2.78x", "[2.71, 2.85]", "1.22x", "29.7 µs → 10.7 µs", "at promotion, in a fresh process, 40 interleaved blocks"])
    expect(result).toContain(text);
  for (const text of ["accepts it (5 of 5 trials), 2.78x by its own clock (0.0107 ms", "SM 1755 MHz, memory 3201 MHz, held down by power cap"])
    expect(result).toContain(text);
  for (const text of ["1,380 calls", "21.0 % of its budget", "L3: own user, no network", "78.5 %"]) expect(result).toContain(text);
  for (const text of ["r1b0 passed the search but not promotion (wrong)", "Slower than eager PyTorch: r1b2 (0.844x)"]) expect(result).toContain(text);
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

it("an attempt that was measured again says what came of it", () => {
  expect(panelOf("r2b0")).toMatch(/<dt>measured again<\/dt>\s*<dd>10.7 µs \[10.5, 10.9\], 2.78x \[2.71, 2.85\] against eager/);
  expect(panelOf("r1b0")).toMatch(/<dt>measured again<\/dt>\s*<dd>wrong: wrong for hidden inputs/);
});

it("what a person said is told, and that the result is not the program's alone", () => {
  const word = { kind: "hint", on: "fork", text: "try warp shuffles" } as const;
  const steered = pageOf([...events, { type: "told", at: "2026-11-21T09:33:00.000Z", word }]);
  expect(steered.slice(steered.indexOf('id="search"'))).toMatch(/hint, fork<\/dt>\s*<dd>try warp shuffles/);
  expect(steered).toContain("A person steered this search (1 word");
  expect(page).not.toContain("person");
});

it("the instructions that open every prompt of a role are on the page once", () => {
  expect(page.split("You write CUDA kernels.").length).toBe(2);
  expect(panelOf("r1b0")).toContain('href="#instructions-1"');
});

it("what an attempt's constants were tuned to is told beside it and for the run", () => {
  const tuning = { settings: [{ setting: { BLOCK: 128 }, status: "ok", speedup: 2.8 }], seconds: 12, change: null, gain: null };
  const tuned = pageOf([...events, { type: "tuned", at: "2026-11-21T09:33:00.000Z", attempt: "r2b0", tuning }]);
  expect(tuned.slice(tuned.indexOf('id="tuning"'))).toContain("r2b0 tuned: 1 setting in 12.0 s; none is surely faster");
  expect(panelOf("r2b0", tuned)).toContain("BLOCK=128");
});

it("a page with too little room keeps the winning path, and says which attempts are left out", () => {
  const record = recordOf(events);
  const search = (room: number) => renderSearch(outcomeOf(record, artifacts), { record, artifacts, exchanges, instructions: new Map() }, room).text;
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

it("a way of four thousand attempts, each made from the one before, is shown whole, its end in full", () => {
  const [first, ...others] = recordOf(events).attempts;
  const made = others.find((one) => one.id === "r2b0")!;
  const way = Array.from({ length: 4000 }, (_, at) => ({ ...made, id: `r${at + 1}b1`, parent: at === 0 ? first!.id : `r${at}b1` }));
  const record = { ...recordOf(events), attempts: [first!, ...way], finished: { ...recordOf(events).finished!, best: "r4000b1" } };
  const { text } = renderSearch(outcomeOf(record, artifacts), { record, artifacts, exchanges, instructions: new Map() });
  expect(text.match(/<article/g)).toHaveLength(4000);
  expect(text).toContain("npx kernelwright inspect RUN r3900b1");
  expect(text).not.toContain("npx kernelwright inspect RUN r3901b1");
  const tree = text.slice(text.indexOf("<nav"), text.indexOf("</nav>"));
  expect(tree.match(/<ul>/g)?.length).toBe(tree.match(/<\/ul>/g)?.length);
});

it("the rest of the measured time stands beside what the profiler saw", () => {
  const kernels = page.slice(page.indexOf('id="kernels"'), page.indexOf('id="search"'));
  expect(kernels).toMatch(/aten::div.*8\.90 µs/);
  expect(kernels).toMatch(/the rest.*13\.7 µs/);
});

it("the roofline shows how near every timed attempt comes to what the device allows for the task's arithmetic", () => {
  const roofline = page.slice(page.indexOf('id="roofline"'), page.indexOf('id="kernels"'));
  // 2e8 operations and 33,554,432 bytes: 5.96 a byte, which 3995 GB/s allow at 23.8 TFLOP/s
  expect(roofline).toContain("5.96 operations for each byte");
  expect(roofline).toContain("allows 23.8 TFLOP/s in fp32");
  expect(roofline).toContain("r2b0 reaches 18.9, which is 79.2 %; eager PyTorch 6.73");
  expect(roofline.match(/href="#\w+"/g)).toEqual(['href="#r1b0"', 'href="#r1b2"', 'href="#r2b0"']);
  expect(roofline).toContain("tf32: 390 TFLOP/s");
  const { work: _, ...uncounted } = baselines;
  expect(pageOf(changed("prepared", { baselines: uncounted }))).not.toContain('id="roofline"');
});

it("what hardware and compiler counted is with the profile, and only what is known", () => {
  const panel = panelOf("r2b0");
  for (const text of ["4,096 x 256", "81.0 %", "sectors per load", "long scoreboard 7.40", "loads 6 of 16 B, 2 of 4 B; stores 4 of 16 B; atomics 1"])
    expect(panel).toContain(text);
  expect(panel).not.toMatch(/L2 hits|undefined/);
});

it("a time above what the arithmetic allows is held against that floor", () => {
  const work = { flops: 5e8, track: "fp32", tflops: 50, computeUs: 10 } as const;
  const searched = (hash: string) => artifacts(hash)?.replace('"floorUs":8.4', `"floorUs":8.4,"work":${JSON.stringify(work)}`);
  const searchedOnly = changed("prepared", { baselines: { ...baselines, work } }).filter((event) => event.type !== "promoted");
  expect(pageOf(searchedOnly, searched)).toMatch(
    /of the compute floor<\/h2><b>94.3 %<\/b><span>compute floor 10.0 µs<\/span><span>0.500 GFLOP at 50.0 TFLOP\/s in fp32/,
  );
});

it("a level that is far out of reach is not drawn", () => {
  const levels = [
    { label: "near", speedup: 9 },
    { label: "far", speedup: 30 },
  ];
  const chart = renderChart(recordOf(events).attempts, null, levels).text;
  expect([chart.includes(">near<"), chart.includes(">far<")]).toEqual([true, false]);
});

it("what the judge says of hidden inputs beyond that it failed is not on the page", () => {
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

it("a run that stopped before anything was measured still has a report", () => {
  const bare = pageOf(events.slice(0, 1));
  expect(bare).toContain("Nothing has been measured yet");
  expect(bare).toContain("The run has not finished.");
  expect(bare).not.toMatch(/undefined|NaN|\[object/);
});

it("artifacts that are gone leave a sentence, not a broken page", () => {
  const poor = pageOf(events, () => undefined);
  expect(poor).toContain("The source is not in the artifact store.");
  expect(pageOf(events, () => "{ not json")).toContain("2.78x");
  for (const text of [page, poor]) expect(text).not.toMatch(/undefined<|NaN|\[object/);
});
