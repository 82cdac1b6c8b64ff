/** `npm run dev`: the LangGraph dev server on loopback, for LangGraph Studio. No key, no browser, no analytics. Arguments go to the server. */
import { createServer } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { become, Failure, main, ownPath, root } from "./process.mjs";
import { ensureNodePackages, ensurePython, node } from "./setup.mjs";

/** The server itself would go on without its port, waiting for a change of its files. Throws a Failure where the port is taken. */
async function expectFree(port) {
  await new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(Number(port), "127.0.0.1", () => server.close(resolve));
  }).catch((error) => {
    throw new Failure(`port ${port} cannot be served: ${error.code}\n  -> choose another: npm run dev -- --port 2030`);
  });
}

await main(async () => {
  await ensureNodePackages();
  const { port = "2024", help } = parseArgs({ options: { port: { type: "string", short: "p" } }, strict: false }).values;
  if (!help) await expectFree(port);
  const env = { ...process.env, ...ownPath(), KERNELWRIGHT_PYTHON: await ensurePython(), LANGGRAPH_CLI_NO_ANALYTICS: "1" };
  const cli = join(root, "node_modules", "@langchain", "langgraph-cli", "dist", "cli", "cli.mjs");
  await become([node(), "--disable-warning=ExperimentalWarning", cli, "dev", "--host", "127.0.0.1", "--no-browser", ...process.argv.slice(2)], env);
});
