/** The machine's part of a prompt. */
import { expect, it } from "@jest/globals";
import { candidateFormat, machineText } from "../../../src/search/context/briefing.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import { baselines } from "../../support/verdicts.ts";

const ceilings = { copyGBps: 4263.4, tflops: { fp32: 50.3, bf16: 809 } };
const told = (measured: typeof ceilings & { readGBps?: number }): string =>
  machineText(renderPrompt, { target: "cuda" }, { ...baselines, ceilings: measured }, "cuda");

it("tells copies, reads and matrix products on random data, and how calls are timed", () => {
  const text = told({ ...ceilings, readGBps: 4501.2 });
  expect(text).toContain(
    "copies at 4263 GB/s (bytes read plus bytes written), a sum at 4501 GB/s (bytes read), library matrix products on random data at 50.3 (fp32), 809 (bf16)",
  );
  expect(text).toContain("launches included, with inputs that are not in L2");
});

it("says nothing of reads that a judge has not measured", () => {
  expect(told(ceilings)).toContain("(bytes read plus bytes written), library matrix products");
});

it("speaks of tensor cores and cuBLAS to a GPU's writer alone", () => {
  const rules = (target: "cpu" | "cuda"): string =>
    candidateFormat(renderPrompt, { target, language: target === "cpu" ? "cpp" : "cuda", precision: "fp32", library: "library-allowed" });
  for (const word of ["Tensor cores", "cuBLAS", "TF32"]) {
    expect(rules("cuda")).toContain(word);
    expect(rules("cpu")).not.toContain(word);
  }
});
