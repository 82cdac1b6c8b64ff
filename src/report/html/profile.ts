/** Profiles as tables: the kernels of one attempt, and the time before and after beside each other. */
import { floorUnder, type KernelRow, type Profile } from "../../domain/profile.ts";
import { profiledCall } from "../../domain/verdict.ts";
import type { RunRecord } from "../../run/events.ts";
import { codeText, renderCounters, renderProcessor } from "./counters.ts";
import { bytes, count, duration, percent } from "../format.ts";
import { markup, table, type Markup } from "./markup.ts";
import { floorText } from "../run/floor.ts";
import type { Outcome } from "../run/outcome.ts";

/** The raw profile of an attempt that takes `medianUs` microseconds. */
export function renderProfile(profile: Profile, medianUs: number): Markup {
  const { kernels, compiled, remarks, processor } = profile;
  const known = (value: number | null, as: (value: number) => string) => (value === null ? "–" : as(value));
  const floor = floorUnder(medianUs, profile);
  return markup`<p>${floorText(floor.of, profile)}, which is ${percent(floor.us / medianUs)} of the measured time.</p>
    ${
      kernels.length > 0 &&
      table(
        ["kernel", "blocks", "calls", "time", "share"],
        kernels.map((row) => [
          row.name,
          row.launch ? `${count(row.launch.blocks)} x ${row.launch.threads}` : "–",
          count(row.calls),
          duration(row.us),
          percent(row.share),
        ]),
      )
    }
    ${renderCounters(profile)} ${renderProcessor(processor)}
    ${
      compiled.length > 0 &&
      table(
        ["compiled for the device", "instructions", "registers", "spilled", "shared memory"],
        compiled.map((k) => [k.name, k.code ? codeText(k.code) : "–", known(k.registers, count), known(k.spillBytes, bytes), known(k.sharedBytes, bytes)]),
        2,
      )
    }
    ${
      remarks.length > 0 &&
      markup`<p>The compiler's remarks</p>
        <pre><code>${remarks.join("\n")}</code></pre>`
    }`;
}

/** The time of one call by kernel, before and after, as bars on one scale. Empty without a profile. */
export function renderBeforeAndAfter({ baselines }: RunRecord, { best, verdict, eagerName }: Outcome): Markup {
  const before = baselines?.operators ?? [];
  const after = verdict?.profile?.kernels ?? [];
  if (!verdict || before.length === 0 || after.length === 0) return markup``;
  const { baseline, candidate } = profiledCall(verdict);
  const sides = [explained(before, baseline.medianUs), explained(after, candidate.medianUs)] as const;
  const longest = Math.max(...sides.flatMap(({ rows }) => rows.map((row) => row.us)));
  return markup`<section id="kernels">
    <h2>Where the time goes</h2>
    <p class="quiet">One call by the profiler, which only explains; the rest of the time that the deciding clock measured is a row of its own (${REST}). Bars are of one scale.</p>
    <div class="two">
      ${bars(`Before: ${eagerName}, ${duration(baseline.medianUs)}`, sides[0], longest)}
      ${bars(`After: ${best?.id}, ${duration(candidate.medianUs)}`, sides[1], longest)}
    </div>
  </section>`;
}

const REST = "launches, gaps, and code that the profiler does not see, such as a CPU kernel's own";

interface Explained {
  readonly rows: readonly KernelRow[];
  /** the time of the profiled call, if it exceeds the measured time */
  readonly profiledUs: number | null;
}

/** The rows as parts of the measured time, with the rest as a row. Rows are scaled down if the profiled call took longer. */
function explained(rows: readonly KernelRow[], medianUs: number): Explained {
  const sum = rows.reduce((total, row) => total + row.us, 0);
  if (sum > 1.01 * medianUs) return { rows: rows.map((row) => ({ ...row, us: (row.us * medianUs) / sum })), profiledUs: sum };
  const rest = medianUs - sum;
  const left = { name: "the rest", calls: 1, us: rest, share: rest / medianUs };
  return { rows: rest > 0.01 * medianUs ? [...rows, left] : rows, profiledUs: null };
}

function bars(caption: string, { rows, profiledUs }: Explained, longest: number): Markup {
  const total = rows.reduce((sum, row) => sum + row.us, 0);
  return markup`<table class="bars"><caption>${caption}${profiledUs !== null && ` (shares of a profiled call of ${duration(profiledUs)})`}</caption>
    <thead class="hidden"><tr><th scope="col">name<th scope="col">time and share<tbody>
    ${rows.map(({ name, calls, us }) => markup`<tr><td>${name}${calls > 1 && markup` <span class="quiet">${count(calls)} calls</span>`}<span class="bar" style="--length:${((100 * us) / longest).toFixed(1)}%"></span><td class="num">${duration(us)}<small>${percent(us / total)}</small>`)}</table>`;
}
