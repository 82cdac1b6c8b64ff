import type { QueueStanding } from "../../domain/queue-standing.ts";
import { aligned } from "./listing.ts";

/** The queue as text: its depth, the workers, the runs and the failures. */
export function queueText({ waiting, inHand, answered, lastMinute, dead, oldestSeconds, workers, runs, failures }: QueueStanding): string {
  const oldest = oldestSeconds === null ? "" : `, the oldest for ${age(oldestSeconds)}`;
  const lines = [
    `${waiting} waiting, ${inHand} in hand${oldest}; ${answered} answered, ${lastMinute} in the last minute${dead > 0 ? `, ${dead} dead letters` : ""}`,
    "",
  ];
  const heads = ["worker", "host", "devices", "driver", "release", "state", "in hand", "answered", "failed", "tasks"];
  lines.push(workers.length > 0 ? aligned([heads, ...workers.map(workerRow)]) : "no workers: on a host with the judge, run: npx kernelwright worker\n");
  const rows = runs.map((run) => [run.owner, `${run.waiting}`, `${run.inHand}`, age(run.oldestSeconds)]);
  if (rows.length > 0) lines.push(aligned([["run", "waiting", "in hand", "oldest"], ...rows]));
  for (const { id, task, trouble, dead } of failures) lines.push(`${dead ? "dead letter" : "in trouble"}: ${task}, ${id}: ${trouble ?? "unknown"}`);
  return `${lines.join("\n").trimEnd()}\n`;
}

function workerRow(one: QueueStanding["workers"][number]): string[] {
  const state = one.state === "gone" ? `gone for ${age(one.silentSeconds)}` : one.state;
  return [
    one.name,
    one.host,
    one.devices,
    one.driver ?? "-",
    `${one.release}, protocol ${one.protocol}`,
    state,
    `${one.inHand}`,
    `${one.answered}`,
    `${one.failed}`,
    one.tasks.join(", ") || "-",
  ];
}

const age = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
