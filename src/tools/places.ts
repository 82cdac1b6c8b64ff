/** Folders of this machine that no one else needs to hear of. */
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/** This user's home, the temporary folder, the program's own and the one that the command stands in. */
export function placesHere(): string[] {
  return [homedir(), tmpdir(), join(import.meta.dirname, "..", ".."), process.cwd()];
}
