/** Unusable replies: the node sends each back a few times. Then the attempt fails with the reason, and the judge is not asked. */
import { describe, expect, it } from "@jest/globals";
import { affineBundle } from "../support/affine.ts";
import type { Asked } from "../support/model-server.ts";
import { search } from "../support/search.ts";

type Reply = string | { text: string; finish?: string };
const json = (value: object): string => JSON.stringify(value);
const [kernel, model] = affineBundle(1) as [{ name: string; text: string }, { name: string; text: string }];
const code = (...files: object[]): string => json({ explanation: "a kernel", files });
const plan = (more: object = {}): string => json({ strategy: "fuse", advice: "fuse it", anchors: [{ file: "reference.py", from: 8, to: 10 }], ...more });
const anchors = (...spans: [file: string, from: number, to: number][]): string => plan({ anchors: spans.map(([file, from, to]) => ({ file, from, to })) });
const agents =
  (replies: { planner?: Reply; coder?: Reply }) =>
  ({ role }: Asked): Reply =>
    (role === "planner" ? replies.planner : replies.coder) ?? (role === "planner" ? plan() : code(kernel, model));

const big = "// filler\n".repeat(20_000);

describe("a planner's reply", () => {
  const cases: [what: string, reply: Reply, says: RegExp][] = [
    ["that breaks the schema", json({ strategy: "fuse" }), /does not fit the schema/],
    ["that is prose", "I would rather talk about the weather.", /not JSON: it holds no object/],
    ["that is not quite JSON", '{"strategy": "fuse", "advice": }', /is not JSON/],
    ["that is a refusal without a word", "", /is empty: the model refused/],
    ["that the content filter stopped", { text: "I can", finish: "content_filter" }, /content filter/],
    ["that the output limit cut off", { text: plan().slice(0, 40), finish: "length" }, /cut off at the model's output limit/],
    ["without anchors", anchors(), /anchors is empty/],
    ["with crossed anchors", anchors(["reference.py", 9, 8]), /line 8 is no line of reference\.py after line 9/],
    ["with anchors in a file that does not exist", anchors(["kernel.cu", 1, 2]), /anchors name kernel\.cu; the files are reference\.py/],
    ["with anchors beyond the end", anchors(["reference.py", 1, 900]), /line 900 is no line of reference\.py/],
    ["with half a line", anchors(["reference.py", 1.5, 3]), /line 1\.5 is no line of/],
    ["of 200 kB", plan({ advice: big }), /advice has 200000 characters/],
  ];
  it.each(cases)("%s is sent back twice and then fails its attempt", async (_, reply, says) => {
    const { record, answered, judged } = await search(agents({ planner: reply }));
    expect(answered.map((one) => one.role)).toEqual(["planner", "planner", "planner"]);
    expect(record.attempts.at(-1)).toMatchObject({ status: "no_reply", problem: expect.stringMatching(says) });
    expect(answered[1]?.prompt).toMatch(says);
    expect(judged).toEqual([]);
  });
});

describe("a coder's reply", () => {
  const without = (part: string) => ({ ...kernel, text: kernel.text.replace(part, "") });
  const cases: [what: string, reply: Reply, says: RegExp][] = [
    ["that breaks the schema", json({ explanation: "done", files: "kernel.cpp" }), /does not fit the schema/],
    ["that refuses in words", "I'm sorry, but I can't help with that.", /not JSON: it holds no object/],
    ["that refuses in the schema", json({ explanation: "I can't help with that.", files: [] }), /lacks model_new\.py/],
    ["with empty code", code({ ...kernel, text: " \n" }, model), /kernel\.cpp is empty/],
    ["without the native file", code(model), /kernel\.cpp is missing/],
    ["with a kernel that cannot be called", code(without('extern "C" '), model), /no extern "C" function/],
    ["without ModelNew", code(kernel, { ...model, text: "from kernel import lib\n" }), /defines no ModelNew/],
    ["with a file of another name", code(kernel, model, { name: "../../etc/passwd.py", text: "x" }), /may hold only/],
    ["with a file twice", code(kernel, kernel, model), /has kernel\.cpp twice/],
    ["of 200 kB", code({ ...kernel, text: kernel.text + big }, model), /characters; at most 100000/],
  ];
  it.each(cases)("%s is sent back twice and then fails its attempt", async (_, reply, says) => {
    const { record, answered, judged } = await search(agents({ coder: reply }));
    expect(answered.map((one) => one.role)).toEqual(["planner", "coder", "coder", "coder"]);
    expect(record.attempts.at(-1)).toMatchObject({ status: "no_reply", problem: expect.stringMatching(says) });
    expect(judged).toEqual([]);
  });

  it("of 200 kB in changed declarations is sent back before it is merged", async () => {
    const edit = code({ name: "kernel.cpp", text: `// delete: nothing\n${big}`, partial: true });
    let first = true;
    const script = ({ role }: Asked): string => {
      if (role === "planner") return first ? plan() : anchors(["kernel.cpp", 1, 1]);
      if (!first) return edit;
      first = false;
      return code(kernel, model);
    };
    const { record } = await search(script, { policy: { attempts: 2, prompts: "brief" } });
    expect(record.attempts.at(-1)).toMatchObject({ status: "no_reply", problem: expect.stringMatching(/characters; at most 100000/) });
  });

  it("of 200 kB is not repeated in the prompts that send it back", async () => {
    const { answered } = await search(agents({ coder: code({ ...kernel, text: kernel.text + big }, model) }));
    expect(answered.at(-1)?.prompt.length).toBeLessThan(60_000);
  });

  it("with fences around the code inside the JSON is judged without them", async () => {
    const fenced = code({ ...kernel, text: `\`\`\`cpp\n${kernel.text}\`\`\`` }, { ...model, text: `\`\`\`python\n${model.text}\n\`\`\`\n` });
    const { record, judged } = await search(agents({ coder: fenced }));
    expect(record.attempts.at(-1)?.status).toBe("ok");
    expect(judged[0]?.candidate.files.map((file) => file.text).join("")).not.toContain("```");
  });

  it("in a code fence among prose with braces, or after thinking, is parsed", async () => {
    for (const wrap of [(text: string) => `Here {as asked}:\n\`\`\`json\n${text}\n\`\`\`\nDone {ok}.`, (text: string) => `<think>{ hm }</think>${text}`]) {
      const { record, answered } = await search(agents({ coder: wrap(code(kernel, model)) }));
      expect(answered).toHaveLength(2);
      expect(record.attempts.at(-1)?.status).toBe("ok");
    }
  });

  it("that is corrected after it was sent back is judged", async () => {
    let asked = 0;
    const { record, answered } = await search(({ role }) => (role === "planner" ? plan() : asked++ === 0 ? code(model) : code(kernel, model)));
    expect(answered).toHaveLength(3);
    expect(record.attempts.at(-1)).toMatchObject({ status: "ok", problem: "" });
  });
});
