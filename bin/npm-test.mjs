/** `npm test`: Jest and the judge's own tests. With arguments, Jest alone with those arguments. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { forkedPython } from "./forked-python.mjs";
import { capture, main, nodeCache, ownPath, root } from "./process.mjs";
import { ensureNodePackages, ensurePython, node } from "./setup.mjs";

/** The time limit of Jest, and of each process of the judge's tests, in seconds. A test that hangs ends within 75 minutes. */
const limits = { Jest: 2000, unittest: 1200 };

/** Slow tests of the judge that mostly wait, or that a busy host does not disturb: they run beside Jest, as the quick ones do. */
const patient = [["test_whole_model"], ["test_hostile_runner"], ["test_lifecycle"], ["test_gradients"], ["test_workloads"]];

/** The judge's other tests that take more than 20 seconds, the slowest first. Each line is one process. Those of its tests with `ask_shared` share one judge. */
const slow = [
  ["test_promotion", "test_explanation", "test_sanitizers", "test_randomness", "test_references"],
  ["test_faults", "test_isolation"], // both look into shared memory for what candidates left
  ["test_verdicts", "test_series", "test_simulation", "test_secrets", "test_profile", "test_jobs"],
  ["test_suite"],
  ["test_elsewhere", "test_timed_draws"],
];

/** Runs one of both and says so when it had to be ended. */
async function limited(name, argv, options) {
  const limit = limits[name];
  const result = await capture(argv, { ...options, seconds: limit });
  if (!result.ok && result.seconds >= limit) console.error(`${name} was ended after ${limit} s: a test hangs`);
  return result;
}

/** Runs Jest on our terminal and counts from its report. `failed` names what failed. */
async function runJest(args, env) {
  const report = join(root, ".kernelwright", `jest-${process.pid}.json`);
  const jest = [node(), "--experimental-vm-modules", "--disable-warning=ExperimentalWarning", join(root, "node_modules", "jest", "bin", "jest.js")];
  const { ok } = await limited("Jest", [...jest, "--json", `--outputFile=${report}`, ...args], { env, show: "terminal" });
  if (!existsSync(report)) return { ok: false, passed: 0, failed: ["Jest did not report"], skipped: 0 };
  const { numPassedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  rmSync(report);
  const failed = testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => failuresIn(relative(root, name), assertionResults));
  return { ok, passed: numPassedTests, failed, skipped: numPendingTests };
}

/** The failed tests of a file; the file itself where none of its tests could run. */
function failuresIn(file, tests) {
  const failed = tests.filter(({ status }) => status === "failed").map(({ fullName }) => `${file}: ${fullName}`);
  return failed.length > 0 ? failed : [file];
}

/** Runs some of the judge's tests, prints their output at the end, and counts from unittest's last lines. */
async function runPython(python, env, modules) {
  const { ok, output } = await limited("unittest", [python, "-m", "unittest", ...modules.map((name) => `judge.tests.${name}`)], { env });
  process.stderr.write(output);
  const ran = Number(output.match(/^Ran (\d+) tests? in/m)?.[1] ?? 0);
  const verdict = output.match(/^(?:OK|FAILED|NO TESTS RAN)\b.*$/gm)?.at(-1) ?? "";
  const sum = (names) => [...verdict.matchAll(new RegExp(`\\b(?:${names})=(\\d+)`, "g"))].reduce((total, [, n]) => total + Number(n), 0);
  const named = [...new Set(output.match(/^(?:FAIL|ERROR|UNEXPECTED SUCCESS): .+$/gm) ?? [])];
  const failed = ok || named.length > 0 ? named : ["the judge's tests ended early"];
  return { ok, passed: Math.max(0, ran - sum("failures|errors|unexpected successes") - sum("skipped")), failed, skipped: sum("skipped") };
}

/** The judge's other tests, in two parts. In one process they would end long after all others. */
function quick() {
  const files = readdirSync(join(root, "judge", "tests")).filter((name) => /^test_\w+\.py$/.test(name));
  const others = files.map((name) => name.replace(".py", "")).filter((name) => ![...slow, ...patient].flat().includes(name));
  return [0, 1].map((half) => others.filter((_name, at) => at % 2 === half));
}

/**
 * Jest alone with arguments. Else Jest runs beside the judge's quick and patient tests, because many of Jest's tests wait. Then the
 * slow ones run in two processes at a time. More would slow down candidates that have a time limit.
 */
async function runAll(python, env, args) {
  if (args.length > 0) return [await runJest(args, env)];
  const parts = [...quick(), ...patient];
  const results = [];
  const lane = async () => {
    for (let part = parts.shift(); part; part = parts.shift()) results.push(await runPython(python, env, part));
  };
  const [jest] = await Promise.all([runJest(args, env), lane()]);
  results.push(jest);
  parts.push(...slow);
  await Promise.all([lane(), lane()]);
  return results;
}

await main(async () => {
  const args = process.argv.slice(2);
  await ensureNodePackages();
  const python = await ensurePython();
  const env = {
    ...ownPath(),
    ...nodeCache,
    KERNELWRIGHT_CACHE: join(root, ".kernelwright", "test-cache"), // the times below must not meet those of real runs
    KERNELWRIGHT_CPU_CACHE_MIB: "8", // tests judge no times, and a large cache takes long to flush
    KERNELWRIGHT_SEARCH_SECONDS: "0.5", // for the same reason
    KERNELWRIGHT_CPU_AT_ONCE: "1", // and again: several judges of ours run at a time
    OMP_WAIT_POLICY: "passive", // as the judge's own processes: threads that spin take the cores from the tests beside them
  };
  const forked = forkedPython(python, env);
  env.KERNELWRIGHT_PYTHON = forked.python;
  const results = await runAll(python, env, args).finally(() => forked.close());
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failed = results.flatMap((result) => result.failed);
  for (const name of failed) console.log(`failed: ${name}`);
  if (sum("skipped") > 0) console.log(`${sum("skipped")} skipped`);
  console.log(`${sum("passed")} passed, ${failed.length} failed`);
  if (!results.every(({ ok }) => ok)) process.exitCode = 1;
});
