/** What is found in the replies of models that think, quote and fence. */
import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { readReply } from "../../../src/tools/model/reply-parsing.ts";

const Reply = z.object({ x: z.unknown() });
const read = (text: string) => readReply(text, null, Reply);

describe("the object of a reply", () => {
  const found: [where: string, text: string, x: unknown][] = [
    ["after thinking with braces whose opening tag the server left out", 'use {a; b}\n</think>\n{"x": 1}', 1],
    ["after several stretches of thinking", '<think>{"x": 0}</think> hm {y} </think>\n{"x": 1}', 1],
    ["before thinking", '{"x": 1}<think>{"x": 2}</think>', 1],
    ["with a tag of thinking in a text", '{"x": "a </think> b"}', "a </think> b"],
    ["after prose with braces", 'I change {a; b}. The answer: {"x": {"y": "} \\" {"}}', { y: '} " {' }],
    ["before prose with braces", '{"x": 1}\nThis keeps {a; b}.', 1],
    ["after an object of another kind", 'From {"y": 2} I make {"x": 1}', 1],
    ["in a fence among prose with braces", 'Here {as asked}:\n```json\n{"x": "```\\n"}\n```\nDone ```{ok}```.', "```\n"],
  ];
  it.each(found)("is found %s", (_, text, x) => expect(read(text)).toEqual({ value: { x } }));

  const lost: [what: string, text: string, says: RegExp][] = [
    ["a draft in the thinking, before an answer that is cut off", 'try {"x": 0}</think>{"x": ', /not JSON/],
    ["an object within the answer that does not fit by itself", '{"x": [{"y": 1}', /not JSON/],
    ["an object of another schema", 'so: {"y": 1}', /does not fit the schema/],
  ];
  it.each(lost)("is not %s", (_, text, says) => expect(read(text).problem).toMatch(says));

  const long = ["```\n{", "<think>", "}\n`", "{}", '{"', "\\", '"\\'];
  it.each(long)("is searched without a pause in a long reply of %j", (part) => {
    const text = part.repeat(400_000 / part.length);
    const since = performance.now();
    read(text);
    read(`{${text}}`);
    expect(performance.now() - since).toBeLessThan(1000);
  });
});
