/** The prices of models. src/config reads the table, prices.json. */
import { z } from "zod";

export const Price = z.object({
  input: z.number().nonnegative().describe("US dollars per million tokens"),
  cachedInput: z.number().nonnegative().optional().describe("US dollars per million tokens of input that the provider had in its cache; absent is as `input`"),
  output: z.number().nonnegative().describe("US dollars per million tokens"),
  source: z.string().describe("where it was read"),
  date: z.string().describe("when it was read"),
});
export type Price = z.infer<typeof Price>;

export const PriceTable = z.object({ about: z.string(), prices: z.array(Price.extend({ model: z.string() })) });
export type PriceTable = z.infer<typeof PriceTable>;

/** The price of a model, by its name or its name before a date such as -2025-11-13. Null if it is unknown. */
export function priceOf(model: string, table: PriceTable): Price | null {
  const undated = model.replace(/-\d{4}-?\d{2}-?\d{2}$/, "");
  const row = table.prices.find((one) => one.model === model) ?? table.prices.find((one) => one.model === undated);
  if (!row) return null;
  const { model: _, ...price } = row;
  return price;
}

/** The cost in US dollars. Null if the price is unknown. `cachedTokens` are the input tokens from the provider's cache. */
export function costOf(price: Price | null, inputTokens: number, outputTokens: number, cachedTokens = 0): number | null {
  if (!price) return null;
  const cached = Math.min(cachedTokens, inputTokens);
  return (price.input * (inputTokens - cached) + (price.cachedInput ?? price.input) * cached + price.output * outputTokens) / 1e6;
}
