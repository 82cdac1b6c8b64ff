/** The diagnosis of kernels with one planted fault each, over the verdicts that an H200 gave. */
import { describe, expect, test } from "@jest/globals";
import { casesIn, repliesTo } from "../../evals/profile/cases.ts";
import { foundIn } from "../../evals/profile/diagnosed.ts";

const recorded = new Map((await repliesTo([], "evals/profile/h200.jsonl", "")).map((reply) => [reply.id, reply]));
const host = recorded.get("host");
const gpu = host?.kind === "host" ? host.host.gpu : null;

describe("a planted fault", () => {
  test.each(casesIn("cuda").map((one) => [one.name, one] as const))("is named with its class: %s", (name, planted) => {
    const seen = foundIn(planted, recorded.get(`planted-${name}`), gpu);
    expect(seen).toMatchObject({ counted: { bound: planted.says("bound"), right: true } });
  });

  test("is also diagnosed without counters, if launch, code and floor show it", () => {
    const plain = casesIn("cuda").filter((planted) => {
      const seen = foundIn(planted, recorded.get(`planted-${planted.name}`), gpu);
      return typeof seen !== "string" && seen.plain.right;
    });
    expect(plain.length).toBeGreaterThanOrEqual(11);
  });
});
