import type { StrategyName } from "../../src/domain/settings.ts";
import type { LevelName } from "./landscape.ts";

interface Reported {
  readonly level: LevelName;
  readonly strategy: StrategyName;
  /** share of all attempts that pass; null where it is not reported */
  readonly correct: number | null;
  readonly solved: number | null;
  readonly fast: number;
  readonly speed: number;
}

/**
 * STARK (arXiv 2510.16996), 30 attempts, Claude Sonnet 4, A100, KernelBench's representative subset, against eager PyTorch:
 * tables 1 (tasks solved, Fast1, speed), 2 (correct attempts) and 3 (ablations, level 3 alone).
 */
export const reported: readonly Reported[] = [
  { level: "level 1", strategy: "sampling", correct: 0.43, solved: 0.571, fast: 0.143, speed: 0.81 },
  { level: "level 1", strategy: "reflexion", correct: 0.483, solved: 0.926, fast: 0.286, speed: 1.24 },
  { level: "level 1", strategy: "stark", correct: 0.506, solved: 1, fast: 0.714, speed: 3.03 },
  { level: "level 2", strategy: "sampling", correct: 0.44, solved: 0.875, fast: 0.5, speed: 1.06 },
  { level: "level 2", strategy: "reflexion", correct: 0.534, solved: 1, fast: 0.75, speed: 0.88 },
  { level: "level 2", strategy: "stark", correct: 0.612, solved: 1, fast: 1, speed: 2.69 },
  { level: "level 3", strategy: "sampling", correct: 0.151, solved: 1, fast: 0.5, speed: 0.87 },
  { level: "level 3", strategy: "reflexion", correct: 0.284, solved: 0.675, fast: 0.25, speed: 0.79 },
  { level: "level 3", strategy: "search-only", correct: null, solved: null, fast: 0.675, speed: 0.89 },
  { level: "level 3", strategy: "agents-only", correct: null, solved: null, fast: 0.675, speed: 1.11 },
  { level: "level 3", strategy: "stark", correct: 0.355, solved: 1, fast: 0.875, speed: 1.58 },
];
