import { expect, it } from "@jest/globals";
import { recordOf, type RunEvent } from "../../src/domain/run-record.ts";
import { renderHtml } from "../../src/report/html.ts";
import { artifacts, changed, events, HOSTILE } from "./fixture.ts";

const pageOf = (from: readonly RunEvent[], find = artifacts) => renderHtml(recordOf(from), find);
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

it("each step on the winning path is a diff against its parent", () => {
  expect(page).toContain('<span class="file">--- root/model_new.py</span>\n<span class="file">+++ r1b0/model_new.py</span>');
  expect(page).toContain('<span class="del">-  // one block per row, three passes</span>');
  expect(page).toContain('<span class="add">+  // one block per row, row kept in registers</span>');
  expect(page).not.toContain("+++ r1b2/kernel.cu");
});

it("a failed attempt is listed with its problem", () => {
  const failures = page.slice(page.indexOf('id="failures"'));
  expect(failures).toContain("identifier &quot;blockMax&quot; is undefined");
  expect(failures).toContain("timing took longer than 180 s");
  expect(failures).not.toContain("the same program as r2b0");
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
