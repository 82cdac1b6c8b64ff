/** The model of a run with its price, or the recording that replaces it. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { UserError } from "../domain/errors.ts";
import { type Price, priceOf, PriceTable } from "../domain/price.ts";
import { type ModelSettings, NO_MODEL } from "../domain/settings.ts";
import type { Target } from "../domain/task.ts";
import { modelName, secrets } from "./environment.ts";
import type { z } from "zod";
import { repository } from "../lib/repository.ts";
import { type Flags, valueOf } from "./flags.ts";

const DEFAULT_MODEL = "gpt-5.1";

export function modelSettings(taskFile: string, target: Target, flags: Flags): z.input<typeof ModelSettings> {
  const { apiKey, baseURL } = secrets();
  const live = (): z.input<typeof ModelSettings> => {
    if (baseURL !== undefined && !/^https?:$/.test(URL.parse(baseURL)?.protocol ?? ""))
      throw new UserError(`OPENAI_BASE_URL=${baseURL} is no web address`, "set it to the API's address, for example https://api.openai.com/v1, or unset it");
    const name = flags.model ?? modelName() ?? DEFAULT_MODEL;
    const timeoutSeconds = valueOf(flags, "modelTimeout");
    return { name, source: "live", baseURL: baseURL ?? null, price: givenPrice(flags) ?? priceOf(name, priceTable()), timeoutSeconds };
  };
  if (flags.replay === undefined && (apiKey || baseURL)) return live();
  const isGivenAlone = flags.start !== undefined && valueOf(flags, "attempts") === 1;
  if (isGivenAlone && flags.replay === undefined && flags.model === undefined && !flags.estimate) return { name: NO_MODEL, source: "live", price: FREE };
  const given = flags.replay ?? join(repository, "evals", "recorded");
  const recording = statSync(given, { throwIfNoEntry: false })?.isDirectory() ? join(given, `${basename(taskFile, ".py")}.${target}.jsonl`) : given;
  if (flags.replay === undefined && (flags.model !== undefined || !existsSync(recording))) {
    if (flags.estimate) return live();
    const unheard =
      flags.model === undefined ? "no model is configured, and no replies are recorded for this task" : `no server is set for the model ${flags.model}`;
    throw new UserError(unheard, "set OPENAI_API_KEY (and OPENAI_BASE_URL for another server than OpenAI's)");
  }
  return { name: "recorded", source: "replay", recording: resolve(recording), price: FREE };
}

const FREE: Price = { input: 0, output: 0, source: "recorded replies cost nothing", date: "" };

function priceTable(): PriceTable {
  return PriceTable.parse(JSON.parse(readFileSync(join(repository, "prices.json"), "utf8")));
}

/** The price that `--price` gives. */
function givenPrice(flags: Flags): Price | null {
  const price = valueOf(flags, "price");
  return price ? { ...price, source: "as given", date: new Date().toISOString().slice(0, 10) } : null;
}
