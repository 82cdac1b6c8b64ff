import { Interrupted, Stopped, UserError } from "../domain/errors.ts";
import { hostTrouble } from "../tools/system/host-trouble.ts";
import { warn } from "../tools/system/warn.ts";

export const Exit = { done: 0, failed: 1, usage: 2, notFaster: 3, stopped: 4, interrupted: 130 } as const;

/** The meaning of each exit code, and how to continue. `--help` and docs/runs.md print this table. */
export const EXIT_TABLE: readonly { code: number; when: string; recovery: string }[] = [
  {
    code: Exit.done,
    when: "a verified faster kernel (optimize, resume, fork) or model (model), an ok verdict (evaluate), a faster setting (tune), or done (other commands)",
    recovery: "nothing to do",
  },
  { code: Exit.failed, when: "bad input or a missing requirement", recovery: "do what the message says after ->" },
  { code: Exit.usage, when: "unknown command or option", recovery: "see COMMAND --help" },
  {
    code: Exit.notFaster,
    when: "finished, but nothing is proven faster (optimize, resume, fork, model), any verdict but ok (evaluate), no faster setting (tune)",
    recovery: "read the report; fork the run with --hint or more --attempts",
  },
  {
    code: Exit.stopped,
    when: "the model endpoint, a worker or the disk stopped the work",
    recovery: "remove the cause, then resume (a bench: bench resume; a model: model resume); nothing received is lost",
  },
  { code: Exit.interrupted, when: "Ctrl-C or SIGTERM", recovery: "resume (a bench: bench resume; a model: model resume)" },
];

/** The table as `--help` shows it. */
export const exitHelp = (): string =>
  ["", "Exit codes:", ...EXIT_TABLE.map(({ code, when, recovery }) => `  ${String(code).padEnd(4)} ${when}; ${recovery}`)].join("\n");

/** The table in Markdown. */
export const exitMarkdown = (): string =>
  ["| code | when | how to go on |", "| --- | --- | --- |", ...EXIT_TABLE.map(({ code, when, recovery }) => `| ${code} | ${when} | ${recovery} |`)].join("\n");

/** Prints the error and its remedy, and sets the exit code. A bug is printed with its stack. */
export function fail(thrown: unknown): void {
  const error = hostTrouble(thrown) ?? thrown;
  if (!(error instanceof UserError)) {
    console.error(error);
    warn("this is a bug; please report it with the lines above");
    process.exitCode = Exit.failed;
    return;
  }
  warn(error.message);
  if (error.remedy) console.error(`  -> ${error.remedy}`);
  process.exitCode = error instanceof Stopped ? Exit.interrupted : error instanceof Interrupted ? Exit.stopped : Exit.failed;
}
