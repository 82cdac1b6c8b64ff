/** The budget of a model's search: one total, shared among its modules by their times. */
import { expect, it } from "@jest/globals";
import { settingsOf, type SearchFlags } from "../../../src/cli/model/search.ts";
import type { ChosenGroup } from "../../../src/domain/whole-model.ts";

const group = (task: string, share: number): ChosenGroup => ({
  task,
  name: task,
  class: task,
  settings: "1",
  fingerprints: ["1"],
  paths: [task],
  height: 0,
  calls: 1,
  seconds: share,
  share,
  ownShare: share,
  precision: null,
});

it.each<[string, SearchFlags, number[]]>([
  ["attempts", { attempts: "9" }, [7, 2]],
  ["attempts beside tokens", { attempts: "9", maxTokens: "1e6" }, [7, 2]],
  ["tokens, which decide", { maxTokens: "1e6" }, [200, 200]],
  ["12 attempts for each, by default", {}, [19, 5]],
])("of %s", async (_name, given, attempts) => {
  process.env["OPENAI_BASE_URL"] = "http://127.0.0.1:9/v1";
  process.env["OPENAI_API_KEY"] = "test";
  const settings = await settingsOf("out", [group("A", 0.8), group("B", 0.2)], { target: "cpu", model: "scripted", ...given });
  expect(settings.map(({ policy }) => policy.attempts)).toEqual(attempts);
});
