/** Prompts are Markdown files in prompts/, rendered strictly and in one pass: a missing or unused value is a bug. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "..", "..", "prompts");

/** Renders prompts/NAME.md, each `{{key}}` replaced by its value. Throws when keys and values do not match exactly. */
export function renderPrompt(name: string, values: Readonly<Record<string, string>>): string {
  const template = readFileSync(join(folder, `${name}.md`), "utf8");
  const used = new Set<string>();
  const text = template.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`prompts/${name}.md wants {{${key}}}, which was not given`);
    used.add(key);
    return value;
  });
  const unused = Object.keys(values).filter((key) => !used.has(key));
  if (unused.length > 0) throw new Error(`prompts/${name}.md does not use: ${unused.join(", ")}`);
  return text.trim();
}
