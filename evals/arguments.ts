/** The options of the commands in evals/. What one does not take ends it with a line, and not with a stack. */
import { relative } from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";

/** As parseArgs reads them; ends the process with code 2 where it cannot. */
export function argumentsIn<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith("ERR_PARSE_ARGS")) throw error;
    console.error(`kernelwright: ${message}\n  -> the head of ${relative(process.cwd(), process.argv[1] ?? "")} says what there is`);
    process.exit(2);
  }
}
