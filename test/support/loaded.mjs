/** Writes the URL of each module that a program loads into the file LOADED. Preload it with --import. */
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED, `${url}\n`);
    return next(url, context);
  },
});
