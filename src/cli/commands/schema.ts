import { z } from "zod";
import { ConfigFile } from "../../config/config-file.ts";

/** `kernelwright schema`: the JSON Schema of the configuration file, for editors and checks. */
export function schema(): void {
  console.log(JSON.stringify(z.toJSONSchema(ConfigFile, { io: "input" }), null, 2));
}
