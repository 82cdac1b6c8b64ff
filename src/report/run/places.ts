/** Where a run was measured, as text: the hosts that judged it, and what the winner did on others. */
import { isSamePlace, type Place, placeOf } from "../../domain/hardware.ts";
import { problemOf } from "../../domain/verdict.ts";
import { eagerLabel } from "../../domain/measure.ts";
import type { RunRecord } from "../../run/events.ts";
import { slowShapes } from "../../domain/workload.ts";
import { ratio } from "../format.ts";

/** "gpu01 (NVIDIA H200, driver 580.1)" */
export const placeText = (place: Place | undefined): string =>
  place ? `${place.host} (${place.device}${place.driver === null ? "" : `, driver ${place.driver}`})` : "a host that did not tell its name";

/** The winner on other hosts, failures first. */
export function confirmationNotes({ confirmation, started }: RunRecord): string[] {
  if (!confirmation) return [];
  const { attempt, verdicts, missing } = confirmation;
  const failed = verdicts.filter((one) => one.status !== "ok");
  const passed = verdicts.filter((one) => one.status === "ok");
  return [
    ...failed.map((one) => `Not confirmed: on ${placeText(one.place)} ${attempt} got the verdict ${one.status}: ${problemOf(one)}`),
    ...passed.map(
      (one) =>
        `${one.speedup.low > 1 && slowShapes(one).length === 0 ? "Confirmed" : "Not confirmed"} on ${placeText(one.place)}: ${ratio(one.speedup)} against ${eagerLabel[started.precision]} there.`,
    ),
    ...(missing ? [`Fewer hosts than asked: ${missing}.`] : []),
  ];
}

/** The attempts and promotions of another place than the reference's. */
export function placeNotes({ started, baselines, attempts, promotions }: RunRecord): string[] {
  const home = baselines && placeOf(baselines.host, started.target);
  if (!home) return [];
  const away = new Map<string, string[]>();
  const note = (place: Place | undefined, what: string): void => {
    if (!isSamePlace(place, home)) away.set(placeText(place), [...(away.get(placeText(place)) ?? []), what]);
  };
  for (const { id, place } of attempts) note(place, id);
  for (const { attempt, verdict } of promotions) note(verdict.place, `the last measurement of ${attempt}`);
  return [...away].map(
    ([place, what]) =>
      `Judged on ${place} and not on ${placeText(home)}, where the reference was measured: ${what.join(", ")}. They count by their speedup over ${eagerLabel[started.precision]} there; their times in the tree are converted by it.`,
  );
}
