/** The walk's bad inputs: a command line for each, and what a message that helps must hold. */

export interface Case {
  readonly what: string;
  readonly args: readonly string[];
  /** the model endpoint's behaviour; none: no model is set */
  readonly model?: "401" | "404" | "429" | "500" | "garbage" | "drop" | "refused" | "silent" | "prose";
  readonly env?: Readonly<Record<string, string>>;
  /** a part of the first walk, or new */
  readonly isNew?: true;
  /** words before the command line, such as a shell that mounts something first */
  readonly within?: readonly string[];
  /** a command line that runs at the same time, on a run of this folder */
  readonly beside?: { readonly args: readonly string[]; readonly run: string };
  /** seconds after which a person would give up */
  readonly patience?: number;
  /** the exit codes that fit; by default bad input (1). -1: it goes on until it is stopped. */
  readonly exits?: readonly number[];
}

const on = (task: string): string[] => ["optimize", task, "--target", "cpu", "--attempts", "1"];
const judged = (candidate: string, ...more: string[]): Case["args"] => ["evaluate", "good.py", candidate, "--target", "cpu", ...more];
const notFaster = { exits: [3] } as const;
const usage = { exits: [2] } as const;
const stopped = { exits: [4] } as const;
const fine = { exits: [0, 3] } as const;
const isNew = true;
/** An empty file system on the folder `readonly`, which only this command sees. */
const readOnly = ["unshare", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs -o ro none readonly && exec "$@"', "sh"];

const taskFiles: Case[] = [
  { what: "task missing", args: on("nowhere.py") },
  { what: "task is a folder", args: on("folder") },
  { what: "empty task", args: on("empty.py") },
  { what: "binary task", args: on("binary.py") },
  { what: "task with a syntax error", args: on("syntax.py") },
  { what: "no Model", args: on("no_model.py") },
  { what: "no get_init_inputs", args: on("no_init.py") },
  { what: "task raises on import", args: ["evaluate", "raises.py", "right.py", "--target", "cpu"] },
  { what: "task imports my package", args: ["evaluate", "imports.py", "right.py", "--target", "cpu"] },
  { what: "forward raises", args: ["evaluate", "forward_raises.py", "right.py", "--target", "cpu"] },
  { what: "get_inputs returns []", args: ["evaluate", "no_inputs.py", "right.py", "--target", "cpu"] },
  { what: "get_inputs returns None", args: ["evaluate", "none.py", "right.py", "--target", "cpu"] },
  { what: "zeros as inputs", args: ["evaluate", "zeros.py", "right.py", "--target", "cpu"], exits: [1, 3] },
  { what: "changing shapes", args: ["evaluate", "shapes.py", "right.py", "--target", "cpu"] },
  { what: "name with spaces, non-ASCII, no .py", args: ["evaluate", "mit Leerzeichen äöü", "right.py", "--target", "cpu"], ...fine },
  { what: "-dash.py", args: ["optimize", "-dash.py"], ...usage },
  { what: "Windows line ends and a byte order mark", args: ["evaluate", "bom.py", "right.py", "--target", "cpu"], isNew, ...fine },
  { what: "inputs of 1 GiB", args: ["evaluate", "large.py", "right.py", "--target", "cpu"], isNew, patience: 300, exits: [0, 1, 3] },
  { what: "answer that does not depend on the input", args: ["evaluate", "constant.py", "right.py", "--target", "cpu"], isNew },
];

const candidateFiles: Case[] = [
  { what: "candidate missing", args: judged("nowhere.py") },
  { what: "candidate folder is empty", args: judged("folder") },
  { what: "candidate prints 64 MB per call", args: judged("prints.py"), patience: 120, ...fine },
  { what: "endless loop in Python", args: judged("loops.py"), patience: 120, ...notFaster },
  { what: "endless loop in C++", args: judged("loop"), patience: 120, ...notFaster },
  { what: "50 forks with setsid per call", args: judged("forks.py"), patience: 120, ...notFaster },
  { what: "a fork bomb", args: judged("bomb.py"), isNew, patience: 120, ...notFaster },
  { what: "SIGSEGV", args: judged("segfault.py"), ...notFaster },
  { what: "_exit(0)", args: judged("exits.py"), ...notFaster },
  { what: "candidate raises on import", args: judged("import_raises.py"), ...notFaster },
  { what: "40 GiB", args: judged("huge.py"), ...notFaster },
  { what: "wrong signature", args: judged("signature.py"), ...notFaster },
  { what: "wrong dtype", args: judged("dtype.py"), ...notFaster },
  { what: "symbol missing in the library", args: judged("symbol"), ...notFaster },
  { what: "kernel.cpp missing", args: judged("no_kernel.py"), ...notFaster },
  { what: "compile error", args: judged("compile"), isNew, ...notFaster },
  { what: "no ModelNew", args: judged("no_class.py"), isNew, exits: [1, 3] },
  { what: "NaN replaced, and --require nan", args: judged("nan.py", "--require", "nan"), isNew, ...notFaster },
];

const endpoints: Case[] = [
  { what: "key refused (401)", args: on("good.py"), model: "401", ...stopped },
  { what: "too many requests (429)", args: on("good.py"), model: "429", ...stopped },
  { what: "server error (500)", args: on("good.py"), model: "500", ...stopped },
  { what: "unknown model (404)", args: on("good.py"), model: "404" },
  { what: "garbage instead of JSON", args: on("good.py"), model: "garbage", ...stopped },
  { what: "connection dropped", args: on("good.py"), model: "drop", ...stopped },
  { what: "connection refused", args: on("good.py"), model: "refused", ...stopped },
  { what: "no answer, --model-timeout 3", args: [...on("good.py"), "--model-timeout", "3"], model: "silent", ...stopped },
  { what: "prose instead of JSON", args: on("good.py"), model: "prose", ...notFaster },
  { what: "OPENAI_BASE_URL is no address", args: on("good.py"), env: { OPENAI_BASE_URL: "my-server", OPENAI_API_KEY: "x" }, isNew, exits: [1, 4] },
];

const flags: Case[] = [
  { what: "unknown flag", args: ["optimize", "good.py", "--atempts", "3"], ...usage },
  { what: "unknown command", args: ["optimise"], ...usage },
  { what: "--attempts three", args: [...on("good.py"), "--attempts", "three"] },
  { what: "--attempts 0", args: [...on("good.py"), "--attempts", "0"] },
  { what: "--strategy foo", args: [...on("good.py"), "--strategy", "foo"] },
  { what: "--target cpu --language cuda", args: [...on("good.py"), "--language", "cuda"] },
  { what: "--max-cost without a price", args: [...on("good.py"), "--max-cost", "3"], model: "prose" },
  { what: "--replay of a file that is none", args: [...on("good.py"), "--replay", "good.py"] },
  { what: "no model is set", args: on("good.py"), isNew },
  { what: "configuration: wrong type", args: [...on("good.py"), "--config", "type.json"] },
  { what: "configuration: unknown key", args: [...on("good.py"), "--config", "key.json"] },
  { what: "configuration: not JSON", args: [...on("good.py"), "--config", "text.json"] },
  { what: "configuration: missing", args: [...on("good.py"), "--config", "nowhere.json"] },
  { what: "configuration: apiKey", args: [...on("good.py"), "--config", "secret.json"] },
  { what: "evaluate without a candidate", args: ["evaluate", "good.py"], isNew },
  { what: "--list-checks with a candidate", args: judged("right.py", "--list-checks"), isNew },
  { what: "--require odd", args: judged("right.py", "--require", "odd"), isNew },
  { what: "tune without marks", args: ["tune", "good.py", "right.py", "--target", "cpu"], isNew },
  { what: "--price 1", args: [...on("good.py"), "--price", "1"], isNew },
  { what: "bench of an empty folder", args: ["bench", "folder"], isNew },
  { what: "serve --port 99999", args: ["serve", "--port", "99999"], isNew },
  { what: "completion for tcsh", args: ["completion", "tcsh"], isNew },
  { what: "prune --older-than soon", args: ["prune", "--runs", "runs", "--older-than", "soon"], isNew },
  { what: "KERNELWRIGHT_PYTHON is missing", args: judged("right.py"), env: { KERNELWRIGHT_PYTHON: "/nowhere/python" }, isNew },
];

const runs: Case[] = [
  { what: "not a run", args: ["report", "folder"] },
  { what: "unknown attempt", args: ["inspect", "runs/one", "r9b9"] },
  { what: "full disk", args: [...on("good.py"), "--out", "runs/full"], model: "prose", ...stopped },
  { what: "a folder that takes no folders (/proc)", args: [...on("good.py"), "--out", "/proc/run"], model: "prose", exits: [1, 4] },
  { what: "a read-only file system", args: [...on("good.py"), "--out", "readonly/run"], within: readOnly, model: "prose", isNew, exits: [4] },
  {
    what: "two processes on one run",
    args: ["resume", "runs/two"],
    beside: { args: [...on("good.py"), "--out", "runs/two"], run: "runs/two" },
    model: "silent",
    isNew,
  },
  { what: "a spool that nobody reads", args: [...judged("right.py"), "--worker", "spool:nobody"], isNew, patience: 75, exits: [-1] },
  { what: "$TMPDIR missing", args: judged("right.py"), env: { TMPDIR: "/nowhere" }, exits: [0, 3] },
  { what: "--out of another run", args: [...on("good.py"), "--out", "runs/one"], model: "prose" },
  { what: "events.jsonl with a bad line", args: ["inspect", "runs/damaged", "r1b1"], exits: [0] },
  { what: "ssh worker unknown", args: [...judged("right.py"), "--worker", "ssh nowhere.invalid --"], exits: [1, 4] },
  { what: "fork --round 99", args: ["fork", "runs/one", "--round", "99"], isNew },
  { what: "fork --attempts few", args: ["fork", "runs/one", "--attempts", "few"], isNew },
  { what: "export --format zip", args: ["export", "runs/one", "--format", "zip", "--degraded", "--attempt", "r1b1"], isNew },
  { what: "export -o to a missing folder", args: ["export", "runs/one", "-o", "nowhere/x.py"], isNew },
  { what: "compare of one run", args: ["compare", "runs/one"], isNew, ...usage },
  { what: "list --runs of a missing folder", args: ["list", "--runs", "nowhere"], isNew },
];

export const cases: readonly Case[] = [...taskFiles, ...candidateFiles, ...endpoints, ...flags, ...runs];
