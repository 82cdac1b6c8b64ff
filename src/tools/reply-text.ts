/** The value in a reply's text, or what is wrong with it in words that the model can act on. Bounded in length: both are sent back. */
import { z } from "zod";

/** A problem longer than this helps nobody. */
const MOST_OF_A_PROBLEM = 2000;
/** Of an unusable reply, this much is shown back to its author. */
const MOST_OF_AN_ECHO = 20_000;

/** The JSON object in `raw`, past any thinking, prose or fence around it. `flaw` is why the reply is not whole, if it is not. */
export function readReply<T>(raw: string, flaw: string | null, schema: z.ZodType<T>): { value: T; problem?: never } | { value?: undefined; problem: string } {
  const text = raw.replace(/<think>[\s\S]*?<\/think>/g, "");
  const found = bodiesOf(text).map(parsed);
  const whole = found.find((one) => "json" in one) ?? found[0];
  if (!whole) return { problem: flaw ?? "The reply is not JSON: it holds no object." };
  if (!("json" in whole)) return { problem: flaw ?? `The reply is not JSON: ${whole.error}`.slice(0, MOST_OF_A_PROBLEM) };
  const checked = schema.safeParse(whole.json);
  return checked.success
    ? { value: checked.data }
    : { problem: `The reply does not fit the schema:\n${z.prettifyError(checked.error)}`.slice(0, MOST_OF_A_PROBLEM) };
}

/** Where the object may be: between the first and the last brace, or in a fence when prose has braces too. */
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

/** An unusable reply as its author gets it back. */
export function echoOf(text: string): string {
  if (text.trim() === "") return "(an empty reply)";
  return text.length <= MOST_OF_AN_ECHO ? text : `${text.slice(0, MOST_OF_AN_ECHO)}\n[${text.length - MOST_OF_AN_ECHO} more characters]`;
}
