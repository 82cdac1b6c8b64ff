import { expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTask } from "../../../src/tools/tasks/task-file.ts";
import { scratch } from "../../support/command.ts";

it("a byte order mark before a task is no part of its source", () => {
  const file = join(scratch(), "task.py");
  const source = "class Model:\r\n    pass\r\ndef get_inputs(): ...\r\ndef get_init_inputs(): ...\r\n";
  writeFileSync(file, `\uFEFF${source}`);
  expect(readTask(file).source).toBe(source);
});
