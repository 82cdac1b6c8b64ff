/**
 * The version of the search's state. LangGraph goes on with a checkpoint of any graph. A missing node ends the search silently, and a field
 * of another type is passed on. So a search remembers the version that began it.
 */
import { UserError } from "../domain/errors.ts";
import { kernelwright } from "../lib/shell.ts";
import { STATE_VERSION } from "./state.ts";

/** Throws UserError where another release began the search whose state this is. A state without a run has not begun. */
export function expectVersion({ run, version = 0 }: { readonly run?: string; readonly version?: number }): void {
  if (!run || version === STATE_VERSION) return;
  throw new UserError(
    `the search in ${run} was begun by another release: its state has version ${version}, this release has ${STATE_VERSION}`,
    `go on with that release, or with this one from the run's last round: ${kernelwright("fork", run)}`,
  );
}
