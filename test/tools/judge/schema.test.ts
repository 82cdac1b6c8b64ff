/** The judge checks jobs with a JSON Schema, and types its messages, from the search's own schemas. */
import { expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { typedDicts } from "../../../evals/docs/typed-dicts.ts";
import { protocolSchema } from "../../../src/tools/judge/schema.ts";
import { repository } from "../../support/places.ts";

const checkedIn = (name: string): string => readFileSync(join(repository, "judge", "protocol", name), "utf8");

it("judge/protocol/schema.json is current; `npm run docs:protocol` writes it", () => {
  expect(JSON.parse(checkedIn("schema.json"))).toEqual(JSON.parse(JSON.stringify(protocolSchema())));
});

it("judge/protocol/messages.py is current; `npm run docs:protocol` writes it", () => {
  expect(typedDicts(protocolSchema().$defs)).toBe(checkedIn("messages.py"));
});

it("optional keys, null and literals become Python types, and two objects of one name are refused", () => {
  const row = {
    type: "object",
    properties: { us: { type: ["number", "null"] }, by: { enum: ["ncu", "none"] }, note: { type: "string" } },
    required: ["us", "by"],
  };
  expect(typedDicts({ Row: row })).toContain(
    'class _Row(TypedDict):\n    us: float | None\n    by: Literal["ncu", "none"]\n\n\nclass Row(_Row, total=False):\n    note: str\n',
  );
  const other = { type: "object", properties: { row: { ...row, required: [] } } };
  expect(() => typedDicts({ Row: row, Other: other })).toThrow("two objects are named Row");
});
