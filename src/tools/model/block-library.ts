/** Reads the building blocks of prompts/blocks: the index, the shown part of each source, and the verdicts that still hold. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Block, BlockRow, BlockVerdict } from "../../domain/block.ts";
import { nativeFile } from "../../domain/candidate.ts";

const folder = join(import.meta.dirname, "..", "..", "..", "prompts", "blocks");
const SHOWN = /^(?:\/\/|#) block\n([\s\S]*?)^(?:\/\/|#) end of block$/m;
const read = (name: string): string => readFileSync(join(folder, name), "utf8");

let kept: readonly Block[] | undefined;

/** All blocks. They are read once per process. Throws for a malformed index, and for a source without the comments `block` and `end of block`. */
export function blockLibrary(): readonly Block[] {
  kept ??= z
    .array(BlockRow)
    .parse(JSON.parse(read("index.json")))
    .map((row) => blockOf(row, z.array(BlockVerdict).parse(JSON.parse(read("verdicts.json")))));
  return kept;
}

function blockOf(row: BlockRow, verdicts: readonly BlockVerdict[]): Block {
  const id = `${row.name}-${row.language}`;
  const native = nativeFile[row.language]?.replace("kernel", row.name);
  const model = read(`${row.name}.py`);
  const source = native === undefined ? model : read(native);
  const text = SHOWN.exec(source)?.[1]?.trim();
  if (text === undefined) throw new Error(`prompts/blocks: the source of ${id} does not mark its block`);
  const hash = hashOfBlock([read(`tasks/${row.task}.py`), ...(native === undefined ? [] : [source]), model]);
  return { ...row, id, text, verdicts: verdicts.filter((one) => one.block === id && one.hash === hash) };
}

/** As evals/judge/blocks.py has it: task, native source and model, in the order of their names in a candidate. */
const hashOfBlock = (texts: readonly string[]): string => createHash("sha256").update(texts.join("\0")).digest("hex").slice(0, 16);
