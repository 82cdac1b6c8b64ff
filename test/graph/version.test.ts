/** A checkpoint depends on the graph's nodes and the types of its state. If they change, raise STATE_VERSION and update this test. */
import { expect, it } from "@jest/globals";
import { searchGraph } from "../../src/graph/search.ts";
import { Branch, Search, type SearchState, STATE_VERSION } from "../../src/graph/state.ts";
import { expectVersion } from "../../src/graph/version.ts";
import { hashOf } from "../../src/lib/hash.ts";
import type { Toolbox } from "../../src/tools/toolbox.ts";

/** A short hash of the nodes and the state's types; what fields are called in forms, and their defaults, do not count. */
function fingerprint(): string {
  const { nodes } = searchGraph({} as Toolbox) as { nodes: Record<string, { subgraphs?: { nodes: object }[] }> };
  const inner = Object.values(nodes).flatMap(({ subgraphs = [] }) => subgraphs.map((one) => Object.keys(one.nodes).toSorted()));
  const said = new Set(["title", "description", "default"]);
  const types = JSON.stringify(
    [Search, Branch].map((state) => state.getJsonSchema()),
    (key, value: unknown) => (said.has(key) && typeof value !== "object" ? undefined : value),
  );
  return hashOf(`${JSON.stringify([Object.keys(nodes).toSorted(), ...inner])} ${types}`).slice(0, 8);
}

it("the state's version was raised with the last change of a node or of a field's type", () => {
  expect([STATE_VERSION, fingerprint()]).toEqual([3, "1d15431d"]);
});

it("a node refuses the state of another release before it does anything", async () => {
  const { nodes } = searchGraph({} as Toolbox) as unknown as { nodes: Record<string, { runnable: { invoke(state: object): Promise<unknown> } }> };
  const state: Partial<SearchState> = { run: "runs/old", version: 99 };
  for (const name of ["prepare", "select", "pool", "collect", "confirm", "promote", "learn", "report"])
    await expect(nodes[name]!.runnable.invoke(state)).rejects.toThrow("was begun by another release: its state has version 99");
  expect(() => expectVersion({})).not.toThrow();
});
