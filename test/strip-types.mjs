/** Jest transform: Node's own type stripping. Columns are kept, so stack traces need no source map. */
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
