import { describe, expect, it } from "@jest/globals";
import { placesQuoted } from "../../../src/search/grounding/quotes.ts";

const cu = {
  name: "kernel.cu",
  text: `#include <cstdint>
// one row per block
template <int N>
__global__ void rows(const float* x,
                     float* out) {
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < N; ++i) {
    sum += x[i];
  }
  out[0] = sum;
}
`,
};
const marked = (from: string | number, to: string | number) => placesQuoted([{ file: "kernel.cu", from, to }], [cu]);

describe("a quoted place", () => {
  it("is found by its first and last line, however they are indented", () => {
    expect(marked("sum += x[i];", "    out[0] = sum;")).toEqual({ anchors: [{ file: "kernel.cu", from: 7, to: 11 }] });
    expect(marked("float sum = 0.0f;", "float sum = 0.0f;")).toEqual({ anchors: [{ file: "kernel.cu", from: 6, to: 6 }] });
  });

  it("is widened to whole statements: a loop with its pragma, a function with its template line", () => {
    expect(marked("for (int i = 0; i < N; ++i) {", "sum += x[i];")).toEqual({ anchors: [{ file: "kernel.cu", from: 7, to: 10 }] });
    expect(marked("float* out) {", "float* out) {")).toEqual({ anchors: [{ file: "kernel.cu", from: 3, to: 12 }] });
  });

  it("may be line numbers, as in recorded plans", () => {
    expect(marked(6, 6)).toEqual({ anchors: [{ file: "kernel.cu", from: 6, to: 6 }] });
    expect(marked(11, 6)).toEqual({ problem: expect.stringMatching(/line 6 is no line of kernel\.cu after line 11/) });
  });

  it("that overlaps another one is merged with it", () => {
    const quotes = [
      { file: "kernel.cu", from: "out[0] = sum;", to: "out[0] = sum;" },
      { file: "kernel.cu", from: "float sum = 0.0f;", to: "sum += x[i];" },
    ];
    expect(placesQuoted(quotes, [cu])).toEqual({ anchors: [{ file: "kernel.cu", from: 6, to: 11 }] });
  });

  it("that is missing in the source is sent back with the quote", () => {
    expect(placesQuoted([], [cu])).toEqual({ problem: expect.stringMatching(/anchors is empty/) });
    expect(placesQuoted([{ file: "other.cu", from: "a", to: "b" }], [cu])).toEqual({ problem: expect.stringMatching(/the files are kernel\.cu/) });
    expect(marked("int missing;", "}")).toEqual({ problem: expect.stringMatching(/"int missing;" is no line of kernel\.cu/) });
  });
});
