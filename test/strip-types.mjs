/** Jest transform: Node's own type stripping. It keeps columns, so stack traces are right without source maps. */
import { createHash } from "node:crypto";
import { stripTypeScriptTypes } from "node:module";

const strip = (source) => ({ code: stripTypeScriptTypes(source, { mode: "strip" }) });

export default {
  process: strip,
  processAsync: async (source) => strip(source),
  getCacheKey: (source, file) =>
    createHash("sha256")
      .update(process.version + file + source)
      .digest("hex"),
};
