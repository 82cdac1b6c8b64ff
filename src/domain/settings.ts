import { z } from "zod";
import { Approval } from "./approval.ts";
import { Library, Requirable } from "./protocol.ts";
import { Limits } from "./budget.ts";
import { Price } from "./price.ts";
import { Language, Precision, Target, type Task } from "./task.ts";
import type { Tier } from "./verdict.ts";

export const StrategyName = z.enum(["refine", "beam", "stark", "sampling", "best-of-n", "reflexion", "search-only", "agents-only", "greedy", "mcts"]);
export type StrategyName = z.infer<typeof StrategyName>;

/**
 * The search policy. The defaults are the beam's; search/selection/strategies.ts has the values of the others. Values marked STARK are
 * those of arXiv 2510.16996, sections 4.2 and 4.4 and appendix A.
 */
export const Policy = z.object({
  strategy: StrategyName.default("beam"),
  attempts: z.number().int().min(1).max(10_000).default(12).describe("kernels to try in all, repairs included"),
  selection: z
    .enum(["best", "root", "mend", "last", "uct", "refine"])
    .default("best")
    .describe(
      "what is expanded: the best open attempts (epsilon-greedy), the reference, a failed kernel before the reference, the last attempt, what UCT says, or a first round of kernels and then its best branches",
    ),
  agents: z.enum(["roles", "solo"]).default("roles").describe("planner, coder and repairer; or one agent that sees one source and no history"),
  change: z
    .enum(["planned", "direct"])
    .default("planned")
    .describe("a planner advises and a coder writes a change; or one agent reads what both read, building blocks excepted, and writes it in one call"),
  grounding: z.enum(["lines", "echo"]).default("lines").describe("the planner names line ranges, or echoes the whole source with the tags in it (STARK)"),
  prompts: z
    .enum(["whole", "brief"])
    .default("whole")
    .describe("history as whole sources and replies of whole files (STARK), or a line per attempt, one source at most, and replies of changed functions"),
  firstRound: z.number().int().min(0).default(0).describe("independent whole kernels before any plan, one call each; 0 is none"),
  approaches: z.boolean().default(true).describe("all kernels of the first round but the first begin from different starting points"),
  async: z.boolean().default(false).describe("refill a branch as soon as one returns, instead of whole rounds"),
  breadth: z.number().int().min(1).nullable().default(null).describe("expansions per round, or branches in flight; null follows the budget"),
  width: z.number().int().min(1).nullable().default(null).describe("best attempts expanded side by side, 1 = epsilon-greedy (STARK); null is half the breadth"),
  repairs: z.number().int().min(0).max(5).default(2).describe("repairs of one broken attempt before its branch ends (STARK 0: its search selects broken ones)"),
  epsilon: z
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe("chance that a place goes to a random leaf (STARK 0.3; the beam's width explores already: docs/search.md)"),
  rootThrottle: z.number().int().min(1).default(5).describe("children after which the reference is no longer expanded (STARK 5)"),
  deadBranch: z.number().int().min(1).default(3).describe("more failing children than this and no success ends a branch (STARK 3)"),
  leaders: z.number().int().min(0).default(2).describe("best attempts shown to the planner (STARK 2)"),
  windowCap: z.number().int().min(1).default(5).describe("attempts of history in one prompt (STARK 5)"),
  historyTokens: z.number().int().min(0).default(24_000).describe("estimated tokens of history in one prompt; whole entries are dropped over it"),
  exploration: z.number().min(0).default(Math.SQRT2).describe("UCT's constant (Kocsis and Szepesvari 2006: the square root of 2)"),
  widening: z.number().min(0).max(1).default(0.5).describe("a node visited n times may have n to this power children (Coulom 2007: 0.5)"),
  earlyStop: z
    .boolean()
    .default(true)
    .describe("stop on a plateau, at the memory floor or after several attempts without a usable reply, not on the budget alone"),
  plateauRounds: z.number().int().min(1).default(3).describe("rounds without a gain of 1 % after which the search stops"),
  changeRounds: z.number().int().min(1).default(2).describe("rounds without a gain of 1 % after which planners must change the algorithm"),
  guidance: z.boolean().default(true).describe("moves, rules from failures and building blocks in the prompts; STARK has none of them"),
  blocks: z.boolean().default(true).describe("proven building blocks in the prompts that write kernels; needs guidance"),
  tune: z.number().int().min(0).default(16).describe("settings of its marked constants tried for each kernel that passes; 0 is no tuning"),
  tuneSeconds: z
    .number()
    .positive()
    .default(60)
    .describe("seconds of first looks after which one kernel's tuning begins no other; at most four longer looks follow"),
  profiles: z.boolean().default(true).describe("agents read what profiles say of attempts and of the reference; STARK's read times and errors alone"),
  counters: z.boolean().default(true).describe("read the hardware's counters of kernels that pass, where they can be had"),
  finalists: z.number().int().min(1).default(3).describe("the fastest attempts that are measured again; the best of many noisy times is biased"),
  targetSpeedup: z.number().gt(1).nullable().default(null).describe("the search stops when the whole interval of an attempt lies at or above it"),
});
export type Policy = z.infer<typeof Policy>;

export const Role = z.enum(["planner", "coder", "repairer", "solo"]);
export type Role = z.infer<typeof Role>;

/** One branch that a recorded run chose. A replay makes the same choices, because its own timings would prefer other parents. */
export const RecordedExpansion = z.object({
  attempt: z.string().describe("the id of the branch's first attempt"),
  parent: z.string(),
  secondParent: z.string().nullable().default(null).describe("the second parent of a crossover"),
  repaired: z.boolean().describe("whether the parent was broken, so that the branch began with a repair"),
  repairs: z.number().int().min(0).describe("repairs that the branch made of its own kernel"),
});
export type RecordedExpansion = z.infer<typeof RecordedExpansion>;

const temperature = (usual: number) => z.number().min(0).max(2).default(usual);

export const ModelSettings = z.object({
  name: z.string(),
  source: z.enum(["live", "replay"]).describe("ask the endpoint, or repeat recorded replies"),
  baseURL: z.string().nullable().default(null).describe("the endpoint; null is OpenAI's own"),
  recording: z.string().nullable().default(null).describe("the file of recorded replies, for replay"),
  winner: z
    .string()
    .nullable()
    .default(null)
    .describe("hash of the kernel that the recorded run published: a replay publishes it again unless another is surely faster"),
  price: Price.nullable().default(null).describe("what budgets in money are counted with; null where it is not known"),
  temperatures: z
    .object({ planner: temperature(0.8), coder: temperature(0.1), repairer: temperature(0.1), solo: temperature(0.7) })
    .prefault({})
    .describe("STARK, appendix A"),
  expansions: z.array(RecordedExpansion).default([]).describe("the branches of the recorded run, which a replay follows; empty: it chooses by itself"),
  order: z.array(z.string()).default([]).describe("the order in which the recorded run's branches returned: a replay in async mode waits for them in it"),
  timeoutSeconds: z.number().positive().default(1800).describe("after which a call without an answer is given up and made once more"),
  parallel: z.number().int().min(1).default(8).describe("model calls in flight"),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

/** The model's name in a run that asks none: it judges the kernel that it starts from, and no other. */
export const NO_MODEL = "none";

/** All settings of a run. Its folder stores them, so a resumed run has the same settings. */
export const Settings = z.object({
  taskFile: z.string(),
  target: Target,
  language: Language.describe("what candidates are written in first"),
  alsoIn: z.array(Language).default([]).describe("what a plateau may turn to"),
  precision: Precision.default("fp32"),
  seed: z.number().int().default(0),
  library: Library.default("library-allowed"),
  require: z.array(Requirable).default([]).describe("what a kernel must also be right on"),
  libraryCalls: z.boolean().default(false).describe("judge library calls that give the reference's answer as incumbents"),
  worker: z
    .string()
    .default("")
    .describe("where the judge runs: empty = here, spool:DIR, queue, queue:postgres://…, or a command prefix such as 'ssh gpu01 --'"),
  model: ModelSettings,
  policy: Policy,
  limits: Limits.prefault({}),
  confirmOn: z.number().int().min(1).default(1).describe("hosts that measure the winner; the first is the search's own"),
  approve: z
    .array(Approval)
    .default([])
    .describe("what waits for a person's word: plans before they are carried out, promotion before the leaders are measured again"),
  blockRecord: z
    .string()
    .nullable()
    .default(null)
    .describe("the folder that keeps what building blocks gained, over several runs; null keeps and recalls nothing, as a benchmark must"),
});
export type Settings = z.infer<typeof Settings>;

/** What a kernel must also be right on, as a job tells it. Without requirements it reads as in earlier releases, so that kept verdicts are found again. */
export const requiredOf = ({ require }: Pick<Settings, "require">) => (require.length > 0 ? { require } : {});

/** What the judge is asked of an incumbent, but for the incumbent: as of a candidate, without a rule on libraries. */
export const incumbentQuestion = (settings: Pick<Settings, "target" | "precision" | "require">, task: Task, tier: Tier) => ({
  task,
  target: settings.target,
  precision: settings.precision,
  tier,
  ...requiredOf(settings),
});

/** The rules of an evaluation. */
export const rulesOf = (settings: Pick<Settings, "library" | "require">) => ({ library: settings.library, ...requiredOf(settings) });
