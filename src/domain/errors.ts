/** Something a person can put right: what is wrong, and what to do about it. Printed as such, never with a stack. */
export class UserError extends Error {
  override name = "UserError";
  readonly remedy: string;
  constructor(message: string, remedy = "") {
    super(message);
    this.remedy = remedy;
  }
  /** The same with its remedy in the message, for whoever passes on nothing else. */
  spelledOut(): this {
    if (!this.message.endsWith(this.remedy)) this.message = `${this.message}: ${this.remedy}`;
    return this;
  }
}

/** The judge cannot do what it was asked; `degenerate` where that is because nothing could be shown of any candidate for this task. */
export class Refused extends UserError {
  override name = "Refused";
  readonly degenerate: boolean;
  constructor(message: string, remedy: string, degenerate: boolean) {
    super(message, remedy);
    this.degenerate = degenerate;
  }
}

/** A limit of the run is reached: what was about to be asked or judged is not. The attempt ends, the run goes on to its report. */
export class OutOfBudget extends Error {
  override name = "OutOfBudget";
}

/** Work stopped by something outside (endpoint, host, disk, Ctrl-C); all that was received is kept and `resume` goes on. */
export class Interrupted extends UserError {
  override name = "Interrupted";
}

/** A person pressed Ctrl-C. */
export class Stopped extends Interrupted {
  override name = "Stopped";
}

/** The judge's host failed, not the candidate; asking again may succeed. */
export class BrokenHost extends Interrupted {
  override name = "BrokenHost";
}
