/** Jest's own environment, with a folder for what the tests of a file write. It is removed when all hooks of the file have run. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestEnvironment } from "jest-environment-node";

export default class ScratchEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.scratchFolder = mkdtempSync(join(tmpdir(), "kernelwright-test-"));
    chmodSync(this.global.scratchFolder, 0o711); // a database's own user reaches its folder inside
  }

  async teardown() {
    try {
      rmSync(this.global.scratchFolder, { recursive: true, force: true, maxRetries: 3 });
    } finally {
      await super.teardown();
    }
  }
}
