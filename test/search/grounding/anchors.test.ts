import { describe, expect, it } from "@jest/globals";
import { anchored, echoed, strayed, untagged } from "../../../src/search/grounding/anchors.ts";

const cpp = { name: "kernel.cpp", text: "#include <cmath>\n\nvoid f() {\n  slow();\n  slower();\n}\n" };
const py = { name: "model_new.py", text: "import torch\nclass ModelNew: pass\n" };
const anchors = [{ file: "kernel.cpp", from: 4, to: 5 }];

describe("anchors", () => {
  it("are comments in the file's language around the marked lines, with the advice inside", () => {
    const text = anchored([cpp, py], anchors, "go\nfaster")[0]?.text.split("\n");
    expect(text?.slice(3, 9)).toEqual(["// <<<IMPROVE BEGIN>>>", "// go", "// faster", "  slow();", "  slower();", "// <<<IMPROVE END>>>"]);
    expect(anchored([py], [{ file: "model_new.py", from: 2, to: 2 }], "x")[0]?.text).toContain("## <<<IMPROVE BEGIN>>>");
  });

  it("can be removed again, in either published spelling", () => {
    const tagged = { ...cpp, text: "// <<<IMPROVE BEGINS>>>\nint x;\n  // <<<IMPROVE END>>>\n" };
    expect(untagged([tagged])[0]?.text).toBe("int x;\n");
  });
});

describe("a child outside the anchors", () => {
  const child = (text: string) => strayed(anchored([cpp], anchors, "go"), [{ ...cpp, text }]);
  it("may add includes and helpers, and change the marked lines", () => {
    expect(child("#include <cmath>\n#include <omp.h>\nvoid helper();\nvoid f() {\n    fast();\n}\n")).toEqual([]);
  });
  it("may not add statements to a function there", () => {
    expect(child("#include <cmath>\n\nvoid f() {\n  fast();\n}\n")).toEqual([]);
    const wide = { ...cpp, text: "void f() {\n  one();\n  two();\n}\nvoid g() {\n  three();\n}\n" };
    const marked = anchored([wide], [{ file: "kernel.cpp", from: 6, to: 6 }], "go");
    const added = wide.text.replace("  two();", "  two();\n  sneaky();");
    expect(strayed(marked, [{ ...wide, text: added }])).toEqual(["+kernel.cpp   sneaky();"]);
    expect(strayed(marked, [{ ...wide, text: `static int helper() {\n  return 1;\n}\n${wide.text}` }])).toEqual([]);
  });
  it("may correct a comment that became false", () => {
    const text = "// adds slowly\nvoid f() {\n  slow();\n}\n";
    const marked = anchored([{ ...cpp, text }], [{ file: "kernel.cpp", from: 3, to: 3 }]);
    expect(strayed(marked, [{ ...cpp, text: "// adds fast\nvoid f() {\n  fast();\n}\n" }])).toEqual([]);
  });
  it("may not drop or change other lines", () => {
    expect(child("void f() {\n  fast();\n}\n")).toEqual(["-kernel.cpp #include <cmath>"]);
    expect(child("#include <cmath>\nvoid g() {\n  fast();\n}\n")).toEqual(["-kernel.cpp void f() {"]);
  });
});

describe("an echoed source", () => {
  const begin = "// <<<IMPROVE BEGINS>>>";
  const end = "// <<<IMPROVE ENDS>>>";
  const echo = (...lines: string[]) => echoed([cpp, py], [{ ...cpp, text: lines.join("\n") }, py]);

  it("marks the lines between its tags, in either spelling and in one block or more", () => {
    expect(echo("#include <cmath>", "", "void f() {", begin, "// unroll", "  slow();", "  slower();", end, "}")).toEqual({ anchors });
    const both = echo(begin, "#include <cmath>", end, "", "void f() {", "  slow();", "// <<<IMPROVE BEGIN>>>", "  slower();", "// <<<IMPROVE END>>>", "}");
    expect(both).toEqual({
      anchors: [
        { file: "kernel.cpp", from: 1, to: 1 },
        { file: "kernel.cpp", from: 5, to: 5 },
      ],
    });
    const python = [{ ...py, text: "import torch\n## <<<IMPROVE BEGIN>>>\nclass ModelNew: pass\n## <<<IMPROVE END>>>\n" }];
    expect(echoed([py], python)).toEqual({ anchors: [{ file: "model_new.py", from: 2, to: 2 }] });
  });

  it("that differs outside the tags is sent back with the lines that differ", () => {
    const changed = echo("#include <cmath>", "", "void g() {", begin, "  slow();", "  slower();", end, "}");
    expect(changed).toEqual({ problem: expect.stringContaining("-3 void f() {\n+3 void g() {") });
    const cut = echo("", "void f() {", begin, "  slow();", "  slower();", end, "}");
    expect(cut).toEqual({ problem: expect.stringContaining("-1 #include <cmath>") });
  });

  it("with crossed, unclosed or no tags is sent back", () => {
    expect(echo(...cpp.text.trimEnd().split("\n"))).toEqual({ problem: expect.stringMatching(/no place is marked/) });
    expect(echo("#include <cmath>", "", "void f() {", begin, "  slow();", "  slower();", "}")).toEqual({ problem: expect.stringMatching(/never closed/) });
    expect(echo(end, begin)).toEqual({ problem: expect.stringMatching(/never opened/) });
    expect(echo(begin, begin, end)).toEqual({ problem: expect.stringMatching(/inside/) });
  });

  it("that lacks a file or adds one is sent back", () => {
    expect(echoed([cpp, py], [cpp])).toEqual({ problem: expect.stringMatching(/model_new\.py is missing/) });
    expect(echoed([py], [py, cpp])).toEqual({ problem: expect.stringMatching(/no kernel\.cpp/) });
  });
});
