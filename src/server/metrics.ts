/** What Prometheus reads at `/metrics`: its text format, written from the same facts as `/health`. */
import type { QueueStanding } from "../domain/queue-standing.ts";

/** A row of one metric: its labels and its value. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** The server's own work. */
export interface ServerFacts {
  readonly runs: number;
  readonly modelCalls: number;
  readonly judgeJobs: number;
  /** runs that were refused because the server was full, or its database away */
  readonly refused: number;
  /** whether the server's database answers; null without one */
  readonly isDatabaseUp: boolean | null;
}

/** `queue` is null without a queue, and "away" when its database does not answer. */
export function metricsText(server: ServerFacts, queue: QueueStanding | "away" | null): string {
  const own = [
    gauge("kernelwright_runs", "Runs at work in this server.", [[{}, server.runs]]),
    gauge("kernelwright_model_calls", "Model calls in flight.", [[{}, server.modelCalls]]),
    gauge("kernelwright_judge_jobs", "Judge jobs in flight.", [[{}, server.judgeJobs]]),
    counter("kernelwright_refused_runs_total", "Runs refused because the server was full, or its database away.", [[{}, server.refused]]),
    gauge("kernelwright_database_up", "Whether the server's database answers.", server.isDatabaseUp === null ? [] : [[{}, Number(server.isDatabaseUp)]]),
    gauge("process_resident_memory_bytes", "Resident memory.", [[{}, process.memoryUsage.rss()]]),
    counter("process_cpu_seconds_total", "Processor time of user and system.", [[{}, (process.cpuUsage().user + process.cpuUsage().system) / 1e6]]),
    gauge("kernelwright_queue_up", "Whether the queue's database answers.", queue === null ? [] : [[{}, Number(queue !== "away")]]),
  ];
  return [...own, ...(queue === null || queue === "away" ? [] : queueMetrics(queue))].join("");
}

function queueMetrics({ runs, workers, oldestSeconds, lastMinute, dead }: QueueStanding): string[] {
  const byWorker = (value: (one: QueueStanding["workers"][number]) => number): Sample[] => workers.map((one) => [{ worker: one.name }, value(one)]);
  const states = ["idle", "working", "draining", "gone"] as const;
  return [
    gauge(
      "kernelwright_queue_depth",
      "Jobs that wait for a worker, by run.",
      runs.map(({ owner, waiting }) => [{ run: owner }, waiting]),
    ),
    gauge(
      "kernelwright_queue_jobs_in_hand",
      "Jobs that a worker has, by run.",
      runs.map(({ owner, inHand }) => [{ run: owner }, inHand]),
    ),
    gauge("kernelwright_queue_oldest_job_seconds", "Age of the oldest open job.", [[{}, oldestSeconds ?? 0]]),
    gauge("kernelwright_queue_answered_last_minute", "Jobs answered in the last minute.", [[{}, lastMinute]]),
    gauge("kernelwright_queue_dead_letters", "Jobs that the queue gave up and still keeps.", [[{}, dead]]),
    gauge(
      "kernelwright_workers",
      "Workers by state.",
      states.map((state) => [{ state }, workers.filter((one) => one.state === state).length]),
    ),
    gauge(
      "kernelwright_worker_info",
      "A worker's host, devices, driver and release.",
      workers.map(({ name, host, devices, driver, release }) => [{ worker: name, host, devices, driver: driver ?? "", release }, 1]),
    ),
    gauge(
      "kernelwright_worker_task",
      "The tasks that a worker has jobs of.",
      workers.flatMap(({ name, tasks }) => tasks.map((task): Sample => [{ worker: name, task }, 1])),
    ),
    gauge(
      "kernelwright_worker_jobs_in_hand",
      "Jobs that a worker has.",
      byWorker((one) => one.inHand),
    ),
    gauge(
      "kernelwright_worker_silent_seconds",
      "Seconds since a worker's last heartbeat.",
      byWorker((one) => one.silentSeconds),
    ),
    counter(
      "kernelwright_worker_jobs_total",
      "Jobs that a worker answered.",
      byWorker((one) => one.answered),
    ),
    counter(
      "kernelwright_worker_jobs_failed_total",
      "Of these, jobs without a verdict of the judge.",
      byWorker((one) => one.failed),
    ),
  ];
}

const gauge = (name: string, help: string, samples: readonly Sample[]): string => metric("gauge", name, help, samples);
const counter = (name: string, help: string, samples: readonly Sample[]): string => metric("counter", name, help, samples);

function metric(type: string, name: string, help: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return "";
  const lines = samples.map(([labels, value]) => `${name}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function labelText(labels: Sample[0]): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}
