/** Building blocks: the library itself, which blocks a prompt shows, what a source is built from, and when a block is demoted. */
import { describe, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Block, BlockVerdict } from "../../../src/domain/block.ts";
import { tokensIn } from "../../../src/domain/budget.ts";
import type { Baselines } from "../../../src/domain/protocol.ts";
import type { Attempt } from "../../../src/run/attempt.ts";
import { SearchTree } from "../../../src/run/tree.ts";
import { approachesIn } from "../../../src/search/context/approaches.ts";
import { blocksFor, builtFrom, heldBy, outcomesIn, provenOn, type Wanted } from "../../../src/search/context/blocks.ts";
import { techniquesIn } from "../../../src/search/context/technique-catalogue.ts";
import { blockLibrary } from "../../../src/tools/model/block-library.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import { attempt } from "../../support/attempts.ts";
import { baselines } from "../../support/verdicts.ts";

const library = blockLibrary();
const operators = (...names: string[]): Baselines => ({
  ...baselines,
  operators: names.map((name) => ({ name, calls: 1, us: 100, share: 1 / names.length })),
});
/** Every block with an `ok` on `hardware`, so that these tests do not depend on which machines judged what. */
const provenBlocks = (hardware: string, median = 1.5): Block[] =>
  library.map((block) => ({
    ...block,
    verdicts: [{ block: block.id, hash: "", hardware, status: "ok", speedup: { median, low: median, high: median }, errorShare: 0.1 }],
  }));
const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  target: "cpu",
  language: "cpp",
  precision: "fp32",
  baselines: operators("aten::_softmax"),
  source: "",
  bound: "memory",
  idea: "tiled online softmax",
  ...more,
});
const names = (blocks: readonly Block[]): string[] => blocks.map((one) => one.name);

describe("the library", () => {
  it("has every block in at most 850 tokens, with techniques that the tables of techniques and starting points have", () => {
    const known = new Set([...techniquesIn(renderPrompt("techniques", {})), ...approachesIn(renderPrompt("approaches", {}))].map(({ name }) => name));
    for (const { id, text, techniques } of library) {
      expect([id, tokensIn(text) <= 850]).toEqual([id, true]);
      expect([id, techniques.filter((one) => !known.has(one))]).toEqual([id, []]);
    }
    expect(new Set(library.map((one) => one.id)).size).toBe(library.length);
  });

  it("has no verdict on a block that is gone or has changed: judge it again with python3 -m evals.judge.blocks", () => {
    const rows = z.array(BlockVerdict).parse(JSON.parse(readFileSync("prompts/blocks/verdicts.json", "utf8")));
    expect(library.flatMap((one) => one.verdicts).length).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(0);
  });

  it("covers each language's common operator families", () => {
    const familiesIn = (language: string) => new Set(library.filter((one) => one.language === language).flatMap((one) => one.families));
    for (const language of ["cuda", "cpp"])
      for (const family of ["matrix product", "softmax", "normalization", "reduction", "scan", "elementwise", "indexing", "convolution", "recurrent"])
        expect([language, family, familiesIn(language).has(family)]).toEqual([language, family, true]);
  });
});

describe("a prompt", () => {
  it("shows a block that fits the family, the language and the idea, and none without the idea", () => {
    const all = provenBlocks("scripted");
    expect(names(blocksFor(all, wanted(), []))).toEqual(["softmax_lse"]);
    expect(blocksFor(all, wanted({ idea: "library product with a fused rest" }), [])).toEqual([]);
    expect(blocksFor(all, wanted({ language: "triton" }), []).every((one) => one.language === "triton")).toBe(true);
    expect(names(blocksFor(all, wanted({ baselines: operators("aten::cumsum") }), []))).toEqual([]);
    expect(names(blocksFor(all, wanted({ idea: "fuse: An Online-Reduction over keys" }), []))).toEqual(["softmax_lse"]);
  });

  it("finds the family in the task's source if the reference's operators were not traced", () => {
    const untraced = wanted({
      baselines: { ...baselines, operators: [] },
      source: "return torch.softmax(self.scale(x), -1)\ndef get_inputs(): torch.cumsum(x)",
    });
    expect(names(blocksFor(provenBlocks("scripted"), untraced, []))).toEqual(["softmax_lse"]);
    expect(blocksFor(provenBlocks("scripted"), { ...untraced, idea: "rows in vector registers", source: "nn.Conv2d(3, 3, 3)" }, [])).toEqual([]);
  });

  it("shows at most two blocks within 1,100 tokens, the heaviest family's first", () => {
    const some = wanted({ baselines: operators("aten::native_layer_norm", "aten::sum", "aten::_softmax"), idea: "rows in vector registers" });
    const shown = blocksFor(provenBlocks("scripted"), some, []);
    expect(names(shown)).toEqual(["layer_norm", "row_column_sums"]);
    for (const idea of library.flatMap((one) => one.techniques))
      for (const language of ["cuda", "cpp", "triton"] as const) {
        const on = { ...baselines.host, gpu: { capability: "9.0", name: "a GPU" } } as Baselines["host"];
        const here = { ...operators("aten::mm", "aten::_softmax", "aten::sum", "aten::mul", "aten::convolution"), host: on };
        const blocks = blocksFor(provenBlocks("any"), wanted({ target: language === "cpp" ? "cpu" : "cuda", language, idea, baselines: here }), []);
        expect(blocks.length).toBeLessThanOrEqual(2);
        expect(tokensIn(blocks.map((one) => one.text).join(""))).toBeLessThanOrEqual(1100);
      }
  });

  it("shows only what was judged ok and fast enough, by this machine's verdict where there is one", () => {
    expect(blocksFor(provenBlocks("another machine"), wanted(), [])).toHaveLength(1);
    expect(blocksFor(provenBlocks("scripted", 0.7), wanted(), [])).toEqual([]);
    const [block] = provenBlocks("another machine");
    const failed = { block: block!.id, hash: "", hardware: "scripted", status: "wrong" };
    expect(provenOn({ ...block!, verdicts: [...block!.verdicts, failed] }, wanted())).toBeNull();
    expect(
      blocksFor(
        library.map((one) => ({ ...one, verdicts: [] })),
        wanted(),
        [],
      ),
    ).toEqual([]);
  });

  it("shows no block that needs what the machine lacks, or that is of another precision", () => {
    const scan = wanted({ baselines: operators("aten::cumsum"), idea: "rows in vector registers" });
    expect(names(blocksFor(provenBlocks("scripted"), scan, []))).toEqual(["row_scan"]);
    const old = { ...scan.baselines, host: { ...baselines.host, simd: [] } };
    expect(blocksFor(provenBlocks("scripted"), { ...scan, baselines: old }, [])).toEqual([]);
    const host = { ...baselines.host, gpu: { name: "a GPU", capability: "9.0" } } as Baselines["host"];
    const product = wanted({ target: "cuda", language: "cuda", idea: "tensor cores", baselines: { ...operators("aten::mm"), host } });
    expect(names(blocksFor(provenBlocks("a GPU"), product, []))).toEqual(["linear_gelu_tf32x3"]);
    const bf16 = { ...product, precision: "bf16" as const };
    const faster = provenBlocks("a GPU").map((one) =>
      one.name === "linear_gelu_wgmma" ? { ...one, verdicts: [{ ...one.verdicts[0]!, speedup: { median: 2, low: 2, high: 2 } }] } : one,
    );
    expect(names(blocksFor(faster, bf16, []))).toEqual(["linear_gelu_wgmma"]);
    const newer = { ...product.baselines, host: { ...host, gpu: { ...host.gpu!, capability: "10.0" } } };
    expect(names(blocksFor(faster, { ...bf16, baselines: newer }, []))).toEqual(["linear_gelu_bf16"]);
  });
});

describe("a source", () => {
  const block = library.find((one) => one.id === "layer_norm-cpp")!;
  const files = (text: string) => [{ name: "kernel.cpp", text }];

  it("is built from a block if it defines half of its functions, also when their bodies changed", () => {
    expect(builtFrom(library, [block.id], files(block.text))).toEqual([block.id]);
    expect(builtFrom(library, [block.id], files("inline void norm_row(const float* x, float* out) {\n  out[0] = x[0];\n}\n"))).toEqual([block.id]);
    expect(builtFrom(library, [block.id], files("void other(float* out) {\n  norm_row(out);\n}\n"))).toEqual([]);
    expect(builtFrom(library, [], files(block.text))).toEqual([]);
  });

  it("may hold the blocks of its parents and those of its prompt", () => {
    const parent = attempt("r1b1", "root", 50, { blocks: { shown: ["a-cpp", "b-cpp"], used: ["a-cpp"] } });
    const second = attempt("r1b2", "root", 50, { blocks: { shown: [], used: ["a-cpp", "c-cpp"] } });
    expect(heldBy([parent, second], [block])).toEqual(["a-cpp", "c-cpp", "layer_norm-cpp"]);
  });

  it("of every block defines names that are found in the block itself", () => {
    for (const { id, text } of library) expect([builtFrom(library, [id], files(text)), builtFrom(library, [id], files(""))]).toEqual([[id], []]);
  });
});

describe("a block", () => {
  const branch = (id: string, us: number | null, shown: string[], more: Partial<Attempt> = {}) =>
    attempt(id, "root", us, { blocks: { shown, used: [] }, ...more });
  const outcomes = (...attempts: Attempt[]) => outcomesIn(new SearchTree([attempt("root", null, 100), ...attempts]));
  const SOFTMAX = "softmax_lse-cpp";

  it("wins or loses against the median of the branches of the same parent without it; noise is neither", () => {
    const without = [branch("r1b1", 50, []), branch("r1b2", 40, []), branch("r1b3", null, [])];
    expect(outcomes(...without, branch("r1b4", 25, [SOFTMAX]))).toEqual([{ block: SOFTMAX, wins: 1, losses: 0 }]);
    expect(outcomes(...without, branch("r1b4", null, [SOFTMAX]))).toEqual([{ block: SOFTMAX, wins: 0, losses: 1 }]);
    expect(outcomes(...without, branch("r1b4", 49, [SOFTMAX]))).toEqual([{ block: SOFTMAX, wins: 0, losses: 0 }]);
    expect(outcomes(branch("r1b4", 25, [SOFTMAX]))).toEqual([{ block: SOFTMAX, wins: 0, losses: 0 }]);
  });

  it("counts a repair for its branch", () => {
    const repaired = attempt("r1b4s1", "r1b4", 20, { role: "repairer" });
    expect(outcomes(branch("r1b1", 50, []), branch("r1b4", null, [SOFTMAX]), repaired)).toEqual([{ block: SOFTMAX, wins: 1, losses: 0 }]);
  });

  it("is no longer shown after two more losses than wins, over this run and the recorded ones", () => {
    const all = provenBlocks("scripted");
    const lost = { block: SOFTMAX, wins: 0, losses: 1 };
    expect(names(blocksFor(all, wanted(), [lost]))).toEqual(["softmax_lse"]);
    expect(blocksFor(all, wanted(), [lost, lost])).toEqual([]);
    expect(names(blocksFor(all, wanted(), [lost, lost, { block: SOFTMAX, wins: 1, losses: 0 }]))).toEqual(["softmax_lse"]);
  });
});
