/**
 * `npm run evals:prompts`: asks the model at OPENAI_BASE_URL (default: OpenAI) for one reply per prompt. Each prompt has a planted detail that a
 * good reply deals with. Prints the fraction of expectations that the replies met.
 *
 * Options: --model NAME, --repeat N, --out FILE, --least FRACTION (default 0.5). Exits 1 if a fraction is below --least.
 */
import { writeFileSync } from "node:fs";
import { fail } from "../../src/cli/exit-codes.ts";
import { resolveSettings } from "../../src/config/resolve-settings.ts";
import { amount, wholeNumber } from "../../src/config/flags.ts";
import { secrets } from "../../src/config/environment.ts";
import { UserError } from "../../src/domain/errors.ts";
import { percentText } from "../../src/domain/measure.ts";
import { argumentsIn } from "../arguments.ts";
import { cases } from "./cases.ts";
import { runCase } from "./run.ts";

const { values } = argumentsIn({
  options: { model: { type: "string" }, repeat: { type: "string", default: "1" }, least: { type: "string", default: "0.5" }, out: { type: "string" } },
});
const { apiKey, baseURL } = secrets();
try {
  if (!apiKey && !baseURL) throw new UserError("no model is configured", "set OPENAI_API_KEY, or OPENAI_BASE_URL for another server than OpenAI's");
  const repeat = wholeNumber(values.repeat, "--repeat");
  if (!repeat) throw new UserError("--repeat 0 asks nothing", "for example --repeat 5");
  const least = amount(values.least, "--least")!;
  const { model } = resolveSettings("task.py", { target: "cpu", model: values.model }, false);
  const rows: { prompt: string; planted: string; expected: string; share: number }[] = [];
  for (const one of cases) {
    const runs = await Promise.all(Array.from({ length: repeat }, async () => await runCase(one, model, apiKey)));
    for (const expected of Object.keys(one.expects))
      rows.push({ prompt: one.role, planted: one.planted, expected, share: runs.reduce((sum, scores) => sum + (scores[expected] ?? 0), 0) / runs.length });
  }
  console.log(`| prompt | planted | a good reply | ${model.name} |\n| --- | --- | --- | --- |`);
  for (const { prompt, planted, expected, share } of rows) console.log(`| ${prompt} | ${planted} | ${expected} | ${percentText(share)} |`);
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify({ model: model.name, rows }, null, 2)}\n`);
  process.exitCode = rows.some(({ share }) => share < least) ? 1 : 0;
} catch (error) {
  fail(error);
}
