/** `npm run check`: everything that can be said of the code without running it. One line per check, the tool's own output where it fails. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { capture, Failure, main, ownPath, root } from "./process.mjs";
import { ensureNodePackages, ensurePython } from "./setup.mjs";

/** The checks, the slowest first. */
const checks = (python) => [
  ["types", ["tsc", "--project", "."]],
  ["layers", ["depcruise", "src", "--config", ".dependency-cruiser.mjs"]],
  ["dead code", ["knip"]],
  ["lint", ["oxlint", "--type-aware", "--deny-warnings"]],
  ["format", ["oxfmt", "--check"]],
  ["python", [python, "-m", "compileall", "-q", "judge", "evals"]],
  ["py types", ["pyright", "--pythonpath", python]],
  ["py tree", [python, "-m", "unittest", "-q", "judge.tests.test_imports", "judge.tests.test_dead_code"]],
];

await main(async () => {
  await ensureNodePackages();
  const todo = checks(await ensurePython());
  const env = { ...ownPath(), NO_COLOR: "1", PYTHONPYCACHEPREFIX: join(root, ".kernelwright", "pycache") };
  const failed = [];
  const work = async () => {
    for (let next = todo.shift(); next; next = todo.shift()) {
      const [name, argv] = next;
      const { ok, output, seconds } = await capture(argv, { env });
      console.log(`${ok ? "ok    " : "FAILED"} ${name.padEnd(10)} ${seconds.toFixed(1)} s${ok ? "" : `\n${output.trimEnd()}`}`);
      if (!ok) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  if (failed.length > 0) throw new Failure(`failed: ${failed.join(", ")}`);
});
