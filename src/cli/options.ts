/** Options that several commands share, each with one wording. */
import { type Command, Option } from "commander";

export const taskHelp = "a Python file with Model, get_inputs and get_init_inputs (KernelBench's contract)";
export const configHelp = "options to go under those given here (default: kernelwright.config.json, where there is one)";
export const workerHelp = "where the judge runs: a command prefix such as 'ssh gpu01 --', or spool:DIR (default: here)";

/** What is judged, and under which rules. */
export const withTarget = (command: Command): Command =>
  command
    .option("--target <target>", "cuda or cpu (default: cuda where there is a GPU, else cpu)")
    .option(
      "--language <language>",
      "cuda, triton or cpp (default: the target's own); a search takes several, cuda,triton, and turns to the others on a plateau",
    )
    .option("--precision <track>", "fp32, tf32, bf16 or fp16: the arithmetic that baseline and candidate may use (default: fp32)")
    .option(
      "--library <policy>",
      "library-allowed, or custom-only: at most 10 % of the time in kernels that are not the candidate's own (default: library-allowed)",
    )
    .option("--config <file>", configHelp);

export const withJudge = (command: Command): Command => withTarget(command).option("--worker <worker>", workerHelp);

/** What one search may spend, and what it draws from. */
export const withBudget = (command: Command): Command =>
  command
    .option("--async", "refill a branch as soon as one returns, instead of whole rounds")
    .option("--max-tokens <n>", "stop when the model has used this many tokens, in and out")
    .option("--max-cost <usd>", "stop when this many US dollars are spent at the model's list price (prices.json)")
    .option("--price <in,out>", "the model's price in US dollars per million tokens, where prices.json has none")
    .option("--max-gpu-seconds <n>", "stop when the judge has held its device for this long")
    .option("--max-minutes <n>", "stop after this much work of model and judge; waiting in queues does not count")
    .option("--target-speedup <x>", "stop when an attempt is surely this many times as fast as the reference")
    .option("--no-profiles", "keep from the agents what profiles say of attempts and of the reference: what is that worth?")
    .option("--no-counters", "do not read the hardware's counters of kernels that pass (docs/profile.md)")
    .option("--no-tune", "leave constants that a kernel marks as tunable (docs/tuning.md) as its author set them")
    .option("--tune-seconds <n>", "the judge's seconds after which tuning one kernel begins no other of its at most 16 settings (default: 60)")
    .option("--seed <n>", "seed of the search's draws (default: 0)");

export const withOutput = (command: Command): Command =>
  command
    .addOption(new Option("--quiet", "print the result alone").conflicts(["verbose", "json"]))
    .addOption(new Option("--verbose", "print each call of model and judge, plans, diagnoses and problems too").conflicts(["quiet", "json"]))
    .addOption(new Option("--json", "print the run's events, one JSON object per line, and nothing else").conflicts(["quiet", "verbose"]));
