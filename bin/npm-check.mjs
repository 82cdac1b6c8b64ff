/** `npm run check`: everything that can be said of the code without running it. One line per check, the tool's own output where it fails. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { capture, Failure, main, ownPath, root } from "./process.mjs";
import { ensureNodePackages, ensurePython } from "./setup.mjs";

/** The checks, the slowest first. Those with `python`, the promise of a Python with torch, come last: a fresh clone installs it meanwhile. */
const checks = (python) => [
  ["types", ["tsc", "--project", "."]],
  ["layers", ["depcruise", "src", "--config", ".dependency-cruiser.mjs"]],
  ["dead code", ["knip"]],
  ["lint", ["oxlint", "--type-aware", "--deny-warnings"]],
  ["format", ["oxfmt", "--check"]],
  ["py types", ["pyright", "--pythonpath", python]],
  ["python", [python, "-m", "compileall", "-q", "judge", "evals"]],
  ["py tree", [python, "-m", "unittest", "-q", "judge.tests.test_imports", "judge.tests.test_dead_code"]],
];

await main(async () => {
  const python = ensurePython(); // pip waits for its downloads, and npm meanwhile for its own
  const ended = python.catch(() => {}); // awaited below
  await ensureNodePackages().catch(async (error) => {
    await ended; // a half-made environment is removed
    throw error;
  });
  const todo = checks(python);
  const env = { ...ownPath(), NO_COLOR: "1", PYTHONPYCACHEPREFIX: join(root, ".kernelwright", "pycache") };
  const say = (line) =>
    python.then(
      () => console.log(line),
      () => {},
    ); // its set-up may ask a question
  const failed = [];
  const work = async () => {
    for (let next = todo.shift(); next; next = todo.shift()) {
      const [name, argv] = next;
      const { ok, output, seconds } = await capture(await Promise.all(argv.map(async (part) => await part)), { env });
      void say(`${ok ? "ok    " : "FAILED"} ${name.padEnd(10)} ${seconds.toFixed(1)} s${ok ? "" : `\n${output.trimEnd()}`}`);
      if (!ok) failed.push(name);
    }
  };
  await Promise.all([python, ...Array.from({ length: availableParallelism() }, work)]);
  if (failed.length > 0) throw new Failure(`failed: ${failed.join(", ")}`);
});
