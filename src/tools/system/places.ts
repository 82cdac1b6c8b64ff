/** The private folders of this machine, which are removed from traces. */
import { homedir, tmpdir } from "node:os";
import { repository } from "../../lib/repository.ts";

/** The user's home, the temporary folder, the program's folder and the working directory. */
export function placesHere(): string[] {
  return [homedir(), tmpdir(), repository, process.cwd()];
}
