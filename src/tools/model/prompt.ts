/**
 * Renders the Markdown prompts of prompts/ in one pass. A missing or unused value is a bug. A paragraph with
 * only empty values and no other text is omitted.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "..", "..", "..", "prompts");
const PLACE = /\{\{(\w+)\}\}/g;

/**
 * Renders prompts/NAME.md, or one section of it (`NAME#section`), and replaces each `{{key}}` by its value. Throws if keys and
 * values do not match exactly, or if the section is missing.
 */
export function renderPrompt(name: string, values: Readonly<Record<string, string>>): string {
  const template = templateOf(name);
  const wanted = new Set([...template.matchAll(PLACE)].map(([, key]) => key!));
  const missing = [...wanted].find((key) => values[key] === undefined);
  if (missing !== undefined) throw new Error(`prompts/${name} wants {{${missing}}}, which was not given`);
  const unused = Object.keys(values).filter((key) => !wanted.has(key));
  if (unused.length > 0) throw new Error(`prompts/${name} does not use: ${unused.join(", ")}`);
  const paragraphs = template.split(/\n\n+/).map((paragraph) => filled(paragraph, values));
  return paragraphs.filter((one) => one !== "").join("\n\n");
}

/** A paragraph with its values. An empty value also removes the space before it. */
function filled(paragraph: string, values: Readonly<Record<string, string>>): string {
  const text = paragraph.replace(/( ?)\{\{(\w+)\}\}/g, (_, space: string, key: string) => (values[key] === "" ? "" : `${space}${values[key]}`));
  return /^\{\{\w+\}\} /.test(paragraph) ? text.trim() : text.trimEnd();
}

function templateOf(name: string): string {
  const [file = "", section] = name.split("#");
  const text = readFileSync(join(folder, `${file}.md`), "utf8").trim();
  if (section === undefined) return text;
  const found = text.split(/^## (?=\S+$)/m).find((one) => one.startsWith(`${section}\n`));
  if (found === undefined) throw new Error(`prompts/${file}.md has no section ${section}`);
  return found.slice(section.length).trim();
}
