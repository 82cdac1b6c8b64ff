/** The machine's part of a prompt. */
import { expect, it } from "@jest/globals";
import type { Baselines } from "../../../src/domain/protocol.ts";
import type { Settings } from "../../../src/domain/settings.ts";
import { candidateFormat, machineText, settingText } from "../../../src/search/context/briefing.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import { baselines } from "../../support/verdicts.ts";

const ceilings = { copyGBps: 4263.4, tflops: { fp32: 50.3, bf16: 809 } };
const told = (measured: typeof ceilings & { readGBps?: number }): string =>
  machineText(renderPrompt, { target: "cuda", precision: "tf32" }, { ...baselines, ceilings: measured }, "cuda");

it("tells copies, reads and matrix products on random data, and how calls are timed", () => {
  const text = told({ ...ceilings, readGBps: 4501.2 });
  expect(text).toContain(
    "copies at 4263 GB/s (bytes read plus bytes written), a sum at 4501 GB/s (bytes read), library matrix products on random data at 50.3 (fp32), 809 (bf16)",
  );
  expect(text).toContain("launches included, with inputs that are not in L2");
  expect(text).toContain("The speedup is against eager PyTorch with TF32, timed in turn");
});

it("says nothing of reads that a judge has not measured", () => {
  expect(told(ceilings)).toContain("(bytes read plus bytes written), library matrix products");
});

const checked = { rows: "mixed" as const, specialRows: {}, rareRows: {}, sameInEveryDraw: [], parameters: [], effects: [], arguments: {} };
/** The rules for a candidate of a task whose checks differ from `checked` in `more`. */
function contractFor(target: "cpu" | "cuda", more: Partial<Baselines["checks"]>): string {
  const settings = { precision: "fp32", library: "library-allowed", target } as Settings;
  return settingText(renderPrompt, settings, { ...baselines, checks: { ...checked, ...more } }, target === "cpu" ? "cpp" : "cuda").contract;
}

it("names the arguments that the judge varies, and none of their values", () => {
  const ruled = (how: Record<string, string[]>): string => contractFor("cpu", { arguments: how });
  const varied = ruled({ lengths: ["some -1"], eps: [], mask: ["all true"] });
  expect(varied).toContain("- The judge also calls `forward` with other values of `lengths`, `mask`.");
  expect(varied).not.toContain("-1");
  expect(ruled({ eps: [] })).not.toContain("other values of");
});

it("tells how tensor cores round where a call writes buffers", () => {
  const effects = ["buffer norm.running_mean"];
  expect(contractFor("cuda", { effects })).toContain("rounds each sum toward zero");
  expect(contractFor("cuda", { effects: [] })).not.toContain("rounds each sum");
  expect(contractFor("cpu", { effects })).not.toContain("rounds each sum");
});

it("tells the error budget of each precision", () => {
  const rules = (precision: "fp32" | "bf16" | "fp16"): string =>
    candidateFormat(renderPrompt, { target: "cuda", language: "cuda", precision, library: "library-allowed" });
  expect(rules("fp32")).toContain("3 times that of eager PyTorch in fp32, or 32 units");
  for (const half of ["bf16", "fp16"] as const) expect(rules(half)).toContain(`2 times that of eager PyTorch in ${half}, plus one unit of its own roundoff`);
});

it("speaks of tensor cores and cuBLAS to a GPU's writer alone", () => {
  const rules = (target: "cpu" | "cuda"): string =>
    candidateFormat(renderPrompt, { target, language: target === "cpu" ? "cpp" : "cuda", precision: "fp32", library: "library-allowed" });
  for (const word of ["Tensor cores", "cuBLAS", "TF32"]) {
    expect(rules("cuda")).toContain(word);
    expect(rules("cpu")).not.toContain(word);
  }
});
