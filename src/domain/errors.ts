/** An error that the user can correct: the problem and the remedy. It is printed without a stack. */
export class UserError extends Error {
  override name = "UserError";
  readonly remedy: string;
  constructor(message: string, remedy = "") {
    super(message);
    this.remedy = remedy;
  }
  /** The same with the remedy in the message, for callers that pass on only the message. */
  spelledOut(): this {
    if (!this.message.endsWith(this.remedy)) this.message = `${this.message}: ${this.remedy}`;
    return this;
  }
}

/** The judge rejected a job. `degenerate`: a trivial answer would pass the task, so no candidate can be checked. */
export class Refused extends UserError {
  override name = "Refused";
  readonly degenerate: boolean;
  constructor(message: string, remedy: string, degenerate: boolean) {
    super(message, remedy);
    this.degenerate = degenerate;
  }
}

/** A limit of the run is reached. The next request is not sent, the attempt ends, and the run continues to its report. */
export class OutOfBudget extends Error {
  override name = "OutOfBudget";
}

/** An outside cause stopped the work: endpoint, host, disk or Ctrl-C. All received data is kept, and `resume` continues. */
export class Interrupted extends UserError {
  override name = "Interrupted";
}

/** A person pressed Ctrl-C. */
export class Stopped extends Interrupted {
  override name = "Stopped";
}

/** The judge's host failed, independent of the candidate. A second try may succeed. */
export class BrokenHost extends Interrupted {
  override name = "BrokenHost";
}
