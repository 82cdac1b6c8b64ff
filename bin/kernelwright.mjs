#!/usr/bin/env node
/** The command `kernelwright`: sets up what is missing, then becomes the command line on the project's own Node. Plain JavaScript for Node 20. */
import { join } from "node:path";
import { become, isClone, main, nodeCache, root } from "./process.mjs";
import { stampedPython } from "./python.mjs";
import { ensureNodePackages, ensurePython, node } from "./setup.mjs";

const informational = ["-h", "--help", "-V", "--version", "help"];
const onlyLooks = ["list", "report", "inspect", "compare", "schema", "watch", "queue"]; // at what is there already

await main(async () => {
  const args = process.argv.slice(2).filter((arg) => arg !== "--yes"); // an answer to the set-up's question
  await ensureNodePackages();
  // These are Node's alone: nobody should wait for torch to read.
  const wanted =
    args.some((arg) => informational.includes(arg)) || onlyLooks.includes(args[0]) ? null : args[0] === "doctor" ? stampedPython() : await ensurePython(); // doctor reports, and installs nothing
  const python = wanted ? { KERNELWRIGHT_PYTHON: wanted } : {};
  const flags = ["--disable-warning=ExperimentalWarning"];
  const program = isClone ? join("src", "cli", "main.ts") : join("dist", "cli", "main.js"); // Node strips no types below node_modules
  await become([node(), ...flags, join(root, program), ...args], { ...process.env, ...nodeCache, ...python });
});
