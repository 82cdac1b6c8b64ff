import { expect, it } from "@jest/globals";
import { execa } from "execa";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "../support/command.ts";
import { repository } from "../support/places.ts";

it("the image's recipe equals the output of LangGraph's own command, except for its folder and npm's flags", async () => {
  const folder = scratch();
  const cli = join(repository, "node_modules", "@langchain", "langgraph-cli", "dist", "cli", "cli.mjs");
  const file = join(folder, "Dockerfile");
  await execa(process.execPath, [cli, "dockerfile", file, "-c", join(repository, "langgraph.json")], {
    env: { LANGGRAPH_CLI_NO_ANALYTICS: "1", NODE_OPTIONS: "" },
  });
  const [written, ours] = [stepsOf(file), stepsOf(join(repository, "deploy", "Dockerfile"))];
  expect(ours).toEqual(written);
});

function stepsOf(file: string): unknown[] {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [, name, json] = /^ENV (\w+)='(.*)'$/.exec(line) ?? [];
    return name === undefined ? line.replaceAll(/\/deps\/[\w.-]+/g, "/deps").replace(/^(RUN npm ci).*/, "$1") : [name, JSON.parse(json ?? "")];
  });
}
