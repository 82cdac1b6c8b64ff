/** One question of the set-up to a person at the terminal. */
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { throwIfStopped, whenStopped } from "./process.mjs";

/**
 * Asks whether the set-up may go on; Enter means yes, the end of input means no. Without a terminal, in CI and with --yes nobody is
 * asked, and the answer is yes. Throws Interrupted where a signal ends the question.
 */
export async function agreed(question) {
  if (process.argv.includes("--yes") || process.env.CI || !process.stdin.isTTY || !process.stderr.isTTY) return true;
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const ended = once(lines, "close").then(() => "no");
  try {
    const answer = await Promise.race([lines.question(`kernelwright set-up: ${question} [Y/n] `), ended, whenStopped]);
    throwIfStopped();
    return !/^\s*n/i.test(answer);
  } finally {
    lines.close();
  }
}
