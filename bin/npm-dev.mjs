/** `npm run dev`: the LangGraph dev server on loopback, for LangGraph Studio. No key, no browser, no analytics. Arguments go to the server. */
import { join } from "node:path";
import { become, main, ownPath, root } from "./process.mjs";
import { ensureNodePackages, ensurePython, node } from "./setup.mjs";

await main(async () => {
  await ensureNodePackages();
  const env = { ...process.env, ...ownPath(), KERNELWRIGHT_PYTHON: await ensurePython(), LANGGRAPH_CLI_NO_ANALYTICS: "1" };
  const cli = join(root, "node_modules", "@langchain", "langgraph-cli", "dist", "cli", "cli.mjs");
  await become([node(), "--disable-warning=ExperimentalWarning", cli, "dev", "--host", "127.0.0.1", "--no-browser", ...process.argv.slice(2)], env);
});
