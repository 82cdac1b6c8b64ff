/** A run whose branches fail together ends with one error. */
import { expect, it } from "@jest/globals";
import { RunControl } from "@langchain/langgraph";
import { createToolbox } from "../../src/config/services.ts";
import { Interrupted } from "../../src/domain/errors.ts";
import { RunContext, SearchForm } from "../../src/domain/request.ts";
import { driveRun, withRun } from "../../src/operations/drive-run.ts";
import { scratch } from "../support/command.ts";
import { instantOverrides } from "../support/instant.ts";
import { affineTask } from "../support/places.ts";

it("throws the error of the branch that met a bug, and not all errors or the stop of another branch", async () => {
  process.env["OPENAI_API_KEY"] = "test";
  const bug = new TypeError("undefined");
  const bothAsk = Promise.withResolvers<void>();
  let asked = 0;
  const endpoint = async () => {
    const isFirst = ++asked === 1;
    if (!isFirst) bothAsk.resolve();
    await bothAsk.promise; // so both fail in the same moment
    throw isFirst ? new Interrupted("no answer", "look at the server") : bug;
  };
  const toolbox = createToolbox([], scratch(), "", { ...instantOverrides(6), endpoint });
  const run = await toolbox.create(SearchForm.parse({ task: affineTask, target: "cpu", attempts: 6 }), RunContext.parse({ model: "instant" }), "a test");
  const ended = withRun(run, toolbox, async (held) => await driveRun(held, new RunControl()));
  await expect(ended).rejects.toBe(bug);
});
