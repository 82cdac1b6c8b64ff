/**
 * `npm pack --ignore-scripts=false`: builds src/ to dist/, because Node strips no types below node_modules, and pins every package by the
 * lock file. The option is needed because .npmrc turns scripts off.
 * With `--clean` it removes both again: a clone runs its sources.
 */
import { copyFileSync, cpSync, rmSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { capture, Failure, main, ownPath, root } from "./process.mjs";
import { ensureNodePackages } from "./setup.mjs";

const dist = join(root, "dist");
const pins = join(root, "npm-shrinkwrap.json"); // npm packs no package-lock.json

function clean() {
  rmSync(dist, { recursive: true, force: true });
  rmSync(pins, { force: true });
}

await main(async () => {
  clean();
  if (process.argv.includes("--clean")) return;
  await ensureNodePackages();
  const { ok, output } = await capture(["tsc", "--project", "tsconfig.build.json"], { env: ownPath() });
  if (!ok) throw new Failure(`the build failed:\n${output.trimEnd()}`);
  const isAsset = (file) => statSync(file).isDirectory() || extname(file) !== ".ts"; // templates that the program reads from beside itself
  cpSync(join(root, "src"), dist, { recursive: true, filter: isAsset });
  copyFileSync(join(root, "package-lock.json"), pins);
});
