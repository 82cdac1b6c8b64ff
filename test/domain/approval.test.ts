import { expect, it } from "@jest/globals";
import { planAnswers, PlanDecision, promotionAnswers, PromotionDecision } from "../../src/domain/approval.ts";

it("accepts every offered answer, as an object and as typed text", () => {
  expect(planAnswers.map((answer) => PlanDecision.parse(answer))).toEqual(planAnswers);
  expect(planAnswers.map((answer) => PlanDecision.parse(JSON.stringify(answer)))).toEqual(planAnswers);
  expect(promotionAnswers.map((answer) => PromotionDecision.parse(JSON.stringify(answer)))).toEqual(promotionAnswers);
  expect(planAnswers.map(({ decision }) => decision)).toEqual(["approve", "edit", "retarget", "reject"]);
  expect(promotionAnswers.map(({ decision }) => decision)).toEqual(["approve", "choose", "reject"]);
});

it("accepts a bare word, quoted or not, and true as approval, and nothing else", () => {
  expect(["approve", '"approve"', " approve\n", true].map((answer) => PlanDecision.parse(answer).decision)).toEqual([
    "approve",
    "approve",
    "approve",
    "approve",
  ]);
  expect(["", "yes please", "{", "5", null, false].filter((answer) => PlanDecision.safeParse(answer).success)).toEqual([]);
});
