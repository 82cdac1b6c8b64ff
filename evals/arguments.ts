/** The options of the commands in evals/. An unknown option ends the command with a one-line error. `--help` prints the command's head comment. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";

/** As parseArgs reads them; ends the process with code 2 where it cannot, and with 0 after `--help`. */
export function argumentsIn<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  const file = process.argv[1] ?? "";
  if (process.argv.includes("--help")) {
    console.log(headOf(readFileSync(file, "utf8")));
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith("ERR_PARSE_ARGS")) throw error;
    console.error(`kernelwright: ${message}\n  -> --help says what there is (the head of ${relative(process.cwd(), file)})`);
    process.exit(2);
  }
}

/** The text of a file's opening comment. */
function headOf(source: string): string {
  const [, comment = ""] = /^\/\*\*([^]*?)\*\//.exec(source) ?? [];
  return comment.replace(/^ *\* ?/gm, "").trim();
}
