/**
 * The shape of the search graph: its nodes and the types of its state. LangGraph goes on with a checkpoint whatever graph made it: a node that
 * is gone ends the search without a word, and a field of another type is passed on as it is. So a search remembers the shape that began it.
 */
import { UserError } from "../domain/errors.ts";
import { hashOf } from "../domain/hash.ts";
import { kernelwright } from "../domain/shell.ts";
import { Branch, Search, type SearchState } from "../state.ts";

/** A graph before it is compiled. */
interface Built {
  readonly nodes: Readonly<Record<string, { readonly subgraphs?: readonly { readonly nodes: object }[] }>>;
}

/** A short hash of the nodes and the state's types; what fields are called in forms, and their defaults, do not count. */
export function shapeOf({ nodes }: Built): string {
  const inner = Object.values(nodes).flatMap(({ subgraphs = [] }) => subgraphs.map((one) => Object.keys(one.nodes).toSorted()));
  const said = new Set(["title", "description", "default"]);
  const types = JSON.stringify(
    [Search, Branch].map((state) => state.getJsonSchema()),
    (key, value: unknown) => (said.has(key) && typeof value !== "object" ? undefined : value),
  );
  return hashOf(`${JSON.stringify([Object.keys(nodes).toSorted(), ...inner])} ${types}`).slice(0, 8);
}

/** Throws UserError where another graph began the search whose state this is. */
export function expectShape(shape: string, { run, shape: before }: Partial<Pick<SearchState, "run" | "shape">>): void {
  if (!run || before === shape) return;
  throw new UserError(
    `the search in ${run} was begun by another release: its graph was ${before || "an older one"}, this one is ${shape}`,
    `go on with that release, or with this one from the run's last round: ${kernelwright("fork", run)}`,
  );
}
