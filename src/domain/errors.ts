/** Something a person can put right: what is wrong, and what to do about it. Printed as such, never with a stack. */
export class UserError extends Error {
  override name = "UserError";
  readonly remedy: string;
  constructor(message: string, remedy = "") {
    super(message);
    this.remedy = remedy;
  }
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
