import type { World } from "./landscape.ts";

/**
 * A random search fitted these constants to reported.ts, on separate tasks. `prepares`, `repeats` and the noise are assumptions, because
 * the papers do not report them. docs/search.md shows the quality of the fit.
 */
export const world: World = {
  levels: {
    "level 1": {
      bugs: { shape: 0.31, scale: 12.0 },
      repair: { chance: 0.58, spread: 0.98 },
      first: { mean: -0.69, tasks: 0.26, kernels: 0.35 },
      room: 1.3,
      light: 1.6,
    },
    "level 2": {
      bugs: { shape: 0.49, scale: 3.2 },
      repair: { chance: 0.82, spread: 1.2 },
      first: { mean: -0.2, tasks: 0.18, kernels: 0.2 },
      room: 0.86,
      light: 1.3,
    },
    "level 3": {
      bugs: { shape: 2.0, scale: 0.77 },
      repair: { chance: 0.13, spread: 2.6 },
      first: { mean: -0.1, tasks: 0.21, kernels: 0.097 },
      room: 0.58,
      light: 0.68,
    },
  },
  skills: {
    roles: { write: 0.67, change: 0.35, helps: 0.8, head: 0.1, rewrites: 0.25, repeats: { shown: 0.03, unseen: 0.1 } },
    solo: { write: 1, change: 0.39, helps: 0.19, head: 0, rewrites: 0.29, repeats: { shown: 0.1, unseen: 0.1 } },
  },
  step: 0.31,
  prepares: 0.15,
  newBug: 0.085,
};
