/**
 * The layers of src/, checked: domain <- search <- state <- nodes <- graph <- cli, with tools and report beside search.
 * Each rule says what to do instead. Cycles count type imports.
 */
const inside = (name) => `^src/${name}`;
const dependency = (name) => `(^|/)node_modules/${name}(/|$)`;

/** A layer may import itself and what is listed of src/, nothing else of it. */
const layer = (name, allowed, comment) => ({
  name: `layer-${name.replace(/\W.*/, "")}`,
  comment,
  severity: "error",
  from: { path: inside(name) },
  to: { path: "^src/", pathNot: [name, ...allowed].map(inside) },
});

/** A dependency has one door. */
const door = (name, only, path, comment) => ({ name, comment, severity: "error", from: { path: "^src/", pathNot: `^src/${only}$` }, to: { path } });

const layers = [
  layer("domain/", [], "domain is the bottom: move what it needs into domain, or the code up a layer"),
  layer("search/", ["domain/"], "search is pure policy: pass it values"),
  layer("state\\.ts$", ["domain/", "search/"], "state is made of the schemas of domain and search"),
  layer("tools/", ["domain/"], "tools are doors to the outside: pass them values, not policy"),
  layer("report/", ["domain/"], "a report is a pure function of what a run recorded"),
  layer("environment\\.ts$", ["domain/"], "the environment is read, not acted on"),
  layer("config\\.ts$", ["domain/", "environment\\.ts$"], "config is a schema and a load"),
  layer("nodes/", ["domain/", "search/", "state\\.ts$", "tools/"], "a node gets its tools as arguments"),
  layer("graph/", ["domain/", "search/", "state\\.ts$", "nodes/", "tools/", "config\\.ts$", "services\\.ts$"], "a graph is wiring only"),
  layer("server/", ["domain/", "state\\.ts$", "graph/", "config\\.ts$"], "a server shows the graph to clients"),
  layer("services\\.ts$", ["domain/", "tools/", "report/", "config\\.ts$", "environment\\.ts$"], "services builds tools from config"),
];

const refinements = [
  {
    name: "tools-come-as-arguments",
    comment: "import the tool's type; the implementation comes as an argument",
    severity: "error",
    from: { path: inside("(nodes|graph)/") },
    to: { path: inside("tools/"), dependencyTypesNot: ["type-only"] },
  },
  {
    name: "nodes-stand-alone",
    comment: "what two nodes share is policy (search) or a noun (domain)",
    severity: "error",
    from: { path: "^src/nodes/([^/]+)" },
    to: { path: inside("nodes/"), pathNot: "^src/nodes/$1" },
  },
  {
    name: "graph-is-built-without-services",
    comment: "only the entry point of the graph may assemble the services",
    severity: "error",
    from: { path: inside("graph/"), pathNot: inside("graph/index\\.ts$") },
    to: { path: inside("(config|services)\\.ts$") },
  },
  {
    name: "sources-stand-alone",
    comment: "src never depends on its tests or evals",
    severity: "error",
    from: { path: "^src/" },
    to: { path: "^(test|evals)/" },
  },
];

const doors = [
  door("processes-have-one-door", "tools/process\\.ts", `${dependency("execa")}|^(node:)?child_process$`, "use src/tools/process.ts"),
  door("models-have-one-door", "tools/endpoint\\.ts", dependency("@langchain/openai"), "use src/tools/endpoint.ts"),
  {
    name: "domain-needs-zod-alone",
    comment: "nouns and their schemas need nothing else",
    severity: "error",
    from: { path: inside("domain/") },
    to: { path: dependency("[^/]+"), pathNot: dependency("zod") },
  },
  {
    name: "pure-layers-touch-nothing",
    comment: "files, clocks and processes are reached through src/tools",
    severity: "error",
    from: { path: inside("(domain|search|report)/") },
    to: { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
  },
  {
    name: "hashes-are-of-the-domain",
    comment: "hash in domain and pass the hash",
    severity: "error",
    from: { path: inside("(search|report)/") },
    to: { path: "^(node:)?crypto$" },
  },
];

const hygiene = [
  { name: "no-cycles", comment: "move the shared part down a layer", severity: "error", from: {}, to: { circular: true } },
  { name: "no-orphans", comment: "delete it or use it", severity: "error", from: { orphan: true, pathNot: "\\.d\\.ts$" }, to: {} },
  { name: "no-unresolved", comment: "misspelt, or missing in package.json", severity: "error", from: {}, to: { couldNotResolve: true } },
];

export default {
  forbidden: [...layers, ...refinements, ...doors, ...hygiene],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { extensions: [".ts"], exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
