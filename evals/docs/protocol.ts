/** `npm run docs:protocol`: writes the protocol for the judge's Python, as JSON Schema (schema.json) and as types (messages.py). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { protocolSchema } from "../../src/tools/judge/schema.ts";
import { typedDicts } from "./typed-dicts.ts";

const folder = join(import.meta.dirname, "..", "..", "judge", "protocol");
const schema = protocolSchema();
writeFileSync(join(folder, "schema.json"), `${JSON.stringify(schema, null, 1)}\n`);
writeFileSync(join(folder, "messages.py"), typedDicts(schema.$defs));
