/** What a queue of judge jobs holds at one moment. Ages are in seconds. */
export interface QueueStanding {
  readonly waiting: number;
  /** questions that a worker has */
  readonly inHand: number;
  readonly answered: number;
  readonly lastMinute: number;
  /** dead letters among them */
  readonly dead: number;
  /** age of the oldest open question */
  readonly oldestSeconds: number | null;
  readonly workers: readonly {
    readonly name: string;
    readonly host: string;
    readonly devices: string;
    readonly driver: string | null;
    readonly release: string;
    readonly protocol: number;
    /** --worker of the worker */
    readonly wraps: string;
    readonly state: "idle" | "working" | "draining" | "gone";
    readonly silentSeconds: number;
    /** questions that it has answered since its name is in the queue, and those of them without a verdict of the judge */
    readonly answered: number;
    readonly failed: number;
    readonly inHand: number;
    /** names of the tasks of its questions */
    readonly tasks: readonly string[];
  }[];
  readonly runs: readonly { readonly owner: string; readonly waiting: number; readonly inHand: number; readonly oldestSeconds: number }[];
  /** questions that a judge or a worker did not survive. `dead`: the queue gave it up */
  readonly failures: readonly { readonly id: string; readonly task: string; readonly owner: string; readonly trouble: string | null; readonly dead: boolean }[];
}
