/**
 * The layers of src/, checked. This table is the one place that says who may import whom; AGENTS.md and ARCHITECTURE.md link here.
 * Read it from the bottom up: a layer may import itself and what its row lists. Cycles count type imports.
 */
const inside = (name) => `^src/${name}`;
const dependency = (name) => `(^|/)node_modules/${name}(/|$)`;

/** The part of run/ that is pure: schemas of a run's record and functions on them. */
const RECORD = "run/(attempt|attempt-id|events|tree)\\.ts$";

/** The name of a layer's rule: its folder, and its file if it has one. */
const nameOf = (layer) =>
  layer === RECORD
    ? "run-record"
    : layer
        .replace(/\((\w+)\|.*?\)/, "$1")
        .replace(/\/?(\(.*|\\.*)?$/, "")
        .replaceAll("/", "-");

/** A row of the table: the layer, what of src/ it may import beside itself, and what to do instead of anything else. */
const layer = (name, allowed, comment) => ({
  name: `layer-${nameOf(name)}`,
  comment,
  severity: "error",
  from: { path: inside(name) },
  to: { path: "^src/", pathNot: [name, ...allowed].map(inside) },
});

const layers = [
  layer("lib/", [], "lib knows nothing of kernels: pass it plain values"),
  layer("domain/", ["lib/"], "domain holds the shared nouns: move what it needs into domain, or the code up a layer"),
  layer(RECORD, ["domain/", "lib/"], "the record of a run is pure: pass it values"),
  layer("search/", [RECORD, "domain/", "lib/"], "search is pure policy: pass it values"),
  layer("report/", [RECORD, "domain/", "lib/"], "a report is a pure function of what a run recorded"),
  layer("tools/system/", ["domain/", "lib/"], "files and processes know nothing of runs"),
  layer("run/", ["tools/system/", "domain/", "lib/"], "a run's folder is written by all and imports nobody"),
  layer("tools/", ["run/", "domain/", "lib/"], "tools are doors to the outside: pass them values, not policy"),
  layer("config/(services|publish)\\.ts$", ["config/", "report/", "tools/", "run/", "domain/", "lib/"], "services builds tools from settings"),
  layer("config/(?!services|publish)", ["search/", "domain/", "lib/"], "config is a schema and a load"),
  layer("graph/state\\.ts$", ["search/", RECORD, "domain/", "lib/"], "the state is made of schemas of domain, run and search"),
  layer("nodes/", ["graph/state\\.ts$", "search/", "tools/", "run/", "domain/", "lib/"], "a node gets its tools as arguments"),
  layer("graph/", ["nodes/", "search/", "tools/", "run/", "domain/", "lib/", "config/"], "a graph is wiring only"),
  layer("server/", ["graph/", "config/", "domain/", "lib/"], "a server shows the graph to clients"),
  layer(
    "operations/",
    ["nodes/", "graph/", "config/", "report/", "search/", "tools/", "run/", "domain/", "lib/"],
    "an operation knows no command line and no protocol",
  ),
  layer("mcp/", ["operations/", "config/", "report/", "search/", "tools/", "run/", "domain/", "lib/"], "the MCP server shows operations to coding agents"),
  layer("cli/", [""], "a command may use everything"),
];

/** A dependency has one door. */
const door = (name, only, path, comment) => ({ name, comment, severity: "error", from: { path: "^src/", pathNot: `^src/${only}$` }, to: { path } });

const refinements = [
  {
    name: "tools-come-as-arguments",
    comment: "import the tool's type; the implementation comes as an argument",
    severity: "error",
    from: { path: inside("(nodes|graph)/") },
    to: { path: inside("(tools|run)/"), pathNot: inside(RECORD), dependencyTypesNot: ["type-only"] },
  },
  {
    name: "search-folders-run-one-way",
    comment: "parts and diagnosis know no prompt: pass them values",
    severity: "error",
    from: { path: inside("search/(parts|diagnosis)/") },
    to: { path: inside("search/(context|tuning)/") },
  },
  {
    name: "terminal-needs-no-page",
    comment: "what the terminal and the page share is in report/run",
    severity: "error",
    from: { path: inside("report/(terminal|run)/") },
    to: { path: inside("report/html/") },
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
    to: { path: inside("config/") },
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
  door("processes-have-one-door", "tools/system/process\\.ts", `${dependency("execa")}|^(node:)?child_process$`, "use src/tools/system/process.ts"),
  door("models-have-one-door", "tools/model/endpoint\\.ts", dependency("@langchain/openai"), "use src/tools/model/endpoint.ts"),
  door("mcp-has-one-door", "mcp/[^/]+", dependency("@modelcontextprotocol/sdk"), "add tools in src/mcp/"),
  {
    name: "domain-needs-zod-alone",
    comment: "nouns and their schemas need nothing else",
    severity: "error",
    from: { path: inside("domain/") },
    to: { path: dependency("[^/]+"), pathNot: dependency("zod") },
  },
  {
    name: "pure-layers-touch-nothing",
    comment: "files, clocks and processes are reached through src/tools; hash with src/lib/hash.ts",
    severity: "error",
    from: { path: [inside("(domain|search|report)/"), inside(RECORD)] },
    to: { dependencyTypes: ["core"] },
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
