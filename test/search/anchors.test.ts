import { describe, expect, it } from "@jest/globals";
import { anchored, anchorProblem, strayed, untagged } from "../../src/search/anchors.ts";

const cpp = { name: "kernel.cpp", text: "#include <cmath>\n\nvoid f() {\n  slow();\n  slower();\n}\n" };
const py = { name: "model_new.py", text: "import torch\nclass ModelNew: pass\n" };
const anchors = [{ file: "kernel.cpp", from: 4, to: 5 }];

describe("anchors", () => {
  it("stand as comments of the file's language around the marked lines, advice inside", () => {
    const text = anchored([cpp, py], anchors, "go\nfaster")[0]?.text.split("\n");
    expect(text?.slice(3, 9)).toEqual(["// <<<IMPROVE BEGIN>>>", "// go", "// faster", "  slow();", "  slower();", "// <<<IMPROVE END>>>"]);
    expect(anchored([py], [{ file: "model_new.py", from: 2, to: 2 }], "x")[0]?.text).toContain("## <<<IMPROVE BEGIN>>>");
  });

  it("come off again, in either published spelling", () => {
    const tagged = { ...cpp, text: "// <<<IMPROVE BEGINS>>>\nint x;\n  // <<<IMPROVE END>>>\n" };
    expect(untagged([tagged])[0]?.text).toBe("int x;\n");
  });

  it("that do not fit the source are named", () => {
    expect(anchorProblem([], [cpp])).toMatch(/empty/);
    expect(anchorProblem([{ file: "other.cpp", from: 1, to: 1 }], [cpp])).toMatch(/other\.cpp/);
    expect(anchorProblem([{ file: "kernel.cpp", from: 3, to: 99 }], [cpp])).toMatch(/lines 1 to 7/);
    expect(anchorProblem(anchors, [cpp])).toBeNull();
  });
});

describe("a child outside the anchors", () => {
  const child = (text: string) => strayed([cpp], [{ ...cpp, text }], anchors);
  it("may add includes and helpers, and change the marked lines", () => {
    expect(child("#include <cmath>\n#include <omp.h>\nvoid helper();\nvoid f() {\n    fast();\n}\n")).toEqual([]);
  });
  it("may not drop or change other lines", () => {
    expect(child("void f() {\n  fast();\n}\n")).toEqual(["kernel.cpp:1 #include <cmath>"]);
    expect(child("#include <cmath>\nvoid g() {\n  fast();\n}\n")).toEqual(["kernel.cpp:3 void f() {"]);
  });
});
