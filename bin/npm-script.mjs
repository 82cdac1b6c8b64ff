/** `npm run bench:…` and `npm run evals…`: sets up what is missing, then becomes a program of evals/ on the project's own Node. Its arguments follow. */
import { join } from "node:path";
import { become, main, root } from "./process.mjs";
import { ensureNodePackages, ensurePython, node } from "./setup.mjs";

await main(async () => {
  const [program = "", ...args] = process.argv.slice(2);
  await ensureNodePackages();
  const env = { ...process.env, KERNELWRIGHT_PYTHON: await ensurePython() };
  await become([node(), "--expose-gc", "--disable-warning=ExperimentalWarning", join(root, "evals", program), ...args], env);
});
