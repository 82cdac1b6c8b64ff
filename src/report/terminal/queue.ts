import type { QueueStanding } from "../../domain/queue-standing.ts";

/** The queue as text: its depth, the workers, the runs and the failures. */
export function queueText({ waiting, inHand, answered, lastMinute, oldestSeconds, workers, runs, failures }: QueueStanding): string {
  const oldest = oldestSeconds === null ? "" : `, the oldest for ${age(oldestSeconds)}`;
  const lines = [`${waiting} waiting, ${inHand} in hand${oldest}; ${answered} answered, ${lastMinute} in the last minute`, ""];
  lines.push(...table(["worker", "host", "devices", "driver", "release", "state", "in hand", "tasks"], workers.map(workerRow)), "");
  if (runs.length > 0)
    lines.push(
      ...table(
        ["run", "waiting", "in hand", "oldest"],
        runs.map((run) => [run.owner, `${run.waiting}`, `${run.inHand}`, age(run.oldestSeconds)]),
      ),
      "",
    );
  for (const { id, task, trouble, dead } of failures) lines.push(`${dead ? "dead letter" : "in trouble"}: ${task}, ${id}: ${trouble ?? "unknown"}`);
  return `${lines.join("\n").trimEnd()}\n`;
}

function workerRow(one: QueueStanding["workers"][number]): string[] {
  const state = one.state === "gone" ? `gone for ${age(one.silentSeconds)}` : one.state;
  return [one.name, one.host, one.devices, one.driver ?? "-", `${one.release}, protocol ${one.protocol}`, state, `${one.inHand}`, one.tasks.join(", ") || "-"];
}

function table(head: string[], rows: string[][]): string[] {
  if (rows.length === 0) return ["no workers: on a host with the judge, run: npx kernelwright worker"];
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)));
  return [head, ...rows].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join("  ")
      .trimEnd(),
  );
}

const age = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
