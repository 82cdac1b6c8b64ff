/** Parses the value in a reply's text, or describes the error for the model. Both have a bounded length, because they are sent back. */
import { z } from "zod";
import { renderPrompt } from "./prompt.ts";

/** The largest length of an error text. */
const MOST_OF_A_PROBLEM = 2000;
/** The number of characters of an unusable reply that its author sees again. */
const MOST_OF_AN_ECHO = 20_000;

/** The JSON object in `raw`, without the thinking, prose or fence around it. `flaw` is the reason if the reply is incomplete. */
export function readReply<T>(raw: string, flaw: string | null, schema: z.ZodType<T>): { value: T; problem?: never } | { value?: undefined; problem: string } {
  const text = raw.replace(/<think>[\s\S]*?<\/think>/g, "");
  const found = bodiesOf(text).map(parsed);
  const whole = found.find((one) => "json" in one) ?? found[0];
  if (!whole) return { problem: flaw ?? renderPrompt("objections#no-object", {}) };
  if (!("json" in whole)) return { problem: flaw ?? renderPrompt("objections#not-json", { error: whole.error }).slice(0, MOST_OF_A_PROBLEM) };
  const checked = schema.safeParse(whole.json);
  return checked.success
    ? { value: checked.data }
    : { problem: renderPrompt("objections#not-the-schema", { errors: z.prettifyError(checked.error) }).slice(0, MOST_OF_A_PROBLEM) };
}

/** The possible texts of the object: between the first and the last brace, or in a fence if the prose has braces. */
function bodiesOf(text: string): string[] {
  const fenced = /```(?:json)?\s*\n(\{[\s\S]*\})\s*\n```/.exec(text)?.[1];
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  return [...(to > from && from >= 0 ? [text.slice(from, to + 1)] : []), ...(fenced === undefined ? [] : [fenced])];
}

function parsed(body: string): { json: unknown } | { error: string } {
  try {
    return { json: JSON.parse(body) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** An unusable reply in the form that its author sees. */
export function echoOf(text: string): string {
  if (text.trim() === "") return "(an empty reply)";
  return text.length <= MOST_OF_AN_ECHO ? text : `${text.slice(0, MOST_OF_AN_ECHO)}\n[${text.length - MOST_OF_AN_ECHO} more characters]`;
}
