/** Parses the value in a reply's text, or describes the error for the model. Both have a bounded length, because they are sent back. */
import { z } from "zod";
import { renderPrompt } from "./prompt.ts";

/** The largest length of an error text. */
const MOST_OF_A_PROBLEM = 2000;
/** The number of characters of an unusable reply that its author sees again. */
const MOST_OF_AN_ECHO = 20_000;

/** The JSON object in `raw`, without the thinking, prose or fence around it. `flaw` is the reason if the reply is incomplete. */
export function readReply<T>(raw: string, flaw: string | null, schema: z.ZodType<T>): { value: T; problem?: never } | { value?: undefined; problem: string } {
  const [answer, ...others] = answersIn(raw);
  const found = [answer, ...others].flatMap(bodiesOf).map(parsed);
  for (const one of [...found, ...lastObjectsOf(answer).map(parsed)]) {
    const fits = "json" in one ? schema.safeParse(one.json) : undefined;
    if (fits?.success) return { value: fits.data };
  }
  const whole = found.find((one) => "json" in one) ?? found[0];
  if (!whole) return { problem: flaw ?? renderPrompt("objections#no-object", {}) };
  if (!("json" in whole)) return { problem: flaw ?? renderPrompt("objections#not-json", { error: whole.error }).slice(0, MOST_OF_A_PROBLEM) };
  const { error } = schema.safeParse(whole.json);
  return { problem: renderPrompt("objections#not-the-schema", { errors: error ? z.prettifyError(error) : "" }).slice(0, MOST_OF_A_PROBLEM) };
}

const [OPEN, CLOSE] = ["<think>", "</think>"];

/**
 * The texts that may hold the answer. The first follows the last end of thinking; some servers omit the tag that begins it. The second
 * is everything but whole blocks of thinking, for a tag within the answer. It is left out where it may end in thinking.
 */
function answersIn(raw: string): [string, ...string[]] {
  const end = raw.lastIndexOf(CLOSE);
  if (end < 0) return [raw];
  let rest = "";
  let at = 0;
  for (let from = raw.indexOf(OPEN); from >= 0; from = raw.indexOf(OPEN, at)) {
    const to = raw.indexOf(CLOSE, from);
    if (to < 0) break;
    rest += raw.slice(at, from);
    at = to + CLOSE.length;
  }
  rest += raw.slice(at);
  const isSafe = rest.lastIndexOf("}") >= rest.lastIndexOf(CLOSE);
  return isSafe ? [raw.slice(end + CLOSE.length), rest] : [raw.slice(end + CLOSE.length)];
}

/** The possible texts of the object: between the first and the last brace, or in a fence if the prose has braces. */
function bodiesOf(text: string): string[] {
  const fenced = fencedIn(text);
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  return [...(to > from && from >= 0 ? [text.slice(from, to + 1)] : []), ...(fenced === undefined ? [] : [fenced])];
}

const FENCE = "```";
const OPENING = /```(?:json)?\s*\n(?=\{)/y;

/** The text from the first fence before a brace to the last fence after one. */
function fencedIn(text: string): string | undefined {
  for (let open = text.indexOf(FENCE); open >= 0; open = text.indexOf(FENCE, open + 1)) {
    OPENING.lastIndex = open;
    if (!OPENING.test(text)) continue;
    const from = OPENING.lastIndex;
    for (let close = text.lastIndexOf(FENCE); close > from; close = text.lastIndexOf(FENCE, close - 1)) {
      const body = text.slice(from, close).trimEnd();
      if (body.endsWith("}") && text.slice(from + body.length, close).includes("\n")) return body;
    }
    return undefined;
  }
  return undefined;
}

/** The number of objects that are tried from the end of a reply. */
const MOST_OBJECTS = 20;

/** The last objects with balanced braces, the last one first. Braces in quoted texts do not count. */
function lastObjectsOf(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let quoted = false;
  let end = 0;
  for (let at = text.length - 1; at >= 0 && found.length < MOST_OBJECTS; at--) {
    const character = text[at];
    if (depth > 0 && character === '"' && !isEscaped(text, at)) quoted = !quoted;
    if (quoted) continue;
    if (character === "}" && depth++ === 0) end = at + 1;
    if (character === "{" && depth > 0 && --depth === 0) found.push(text.slice(at, end));
  }
  return found;
}

/** Whether an odd number of backslashes stands before a character. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === "\\") from--;
  return (at - from) % 2 === 1;
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
