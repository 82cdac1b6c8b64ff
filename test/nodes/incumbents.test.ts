/** A search with the user's own baselines: when they are judged, which count, and that a failing one ends nothing. */
import { expect, it } from "@jest/globals";
import { BrokenHost } from "../../src/domain/errors.ts";
import type { Incumbent } from "../../src/domain/incumbent.ts";
import { createProgress } from "../../src/report/terminal/progress.ts";
import { renderSummary } from "../../src/report/terminal/summary.ts";
import { evidenceOf } from "../../src/operations/operator-evidence.ts";
import { affineAgents } from "../support/affine.ts";
import { search } from "../support/search.ts";
import { common, namedSpeed, okVerdict } from "../support/verdicts.ts";

const program = (name: string, does: string): Incumbent => ({
  name,
  candidate: { language: "cpp", files: [{ name: "model_new.py", text: `class ModelNew: ...  # ${does}\n` }] },
});
const against = [program("mine.py", "1.6 times as fast"), program("wrong.py", "wrong"), program("fatal.py", "fatal\n# 1.1 times as fast")];

const searched = async (settings: object = {}) =>
  await search(
    affineAgents(),
    { library: "custom-only", ...settings },
    (job) => {
      const text = job.candidate.files.map((file) => file.text).join("");
      if (text.includes("# fatal")) throw new BrokenHost("the judge failed: no answer");
      return text.includes("# wrong")
        ? { status: "wrong", ...common, inputs: "public", problem: "the outputs differ" }
        : okVerdict(job.tier, namedSpeed(job.candidate) ?? 3);
    },
    {},
    { against },
  );

it("judges incumbents as candidates that may call libraries, measures the right ones again with the winner, and leads with the strongest", async () => {
  const { record, run, judged } = await searched();
  expect(judged.slice(0, 3).map(({ library, tier }) => `${library} ${tier}`)).toEqual(Array(3).fill("library-allowed search"));
  expect(judged[3]?.library).toBe("custom-only");
  const told = run
    .events()
    .flatMap((one) => (one.type === "incumbent" ? [`${one.judged.name} ${one.tier} ${one.judged.verdict?.status ?? one.judged.problem}`] : []));
  const lost = "the judge failed: no answer";
  expect(told.slice(0, 3)).toEqual(["mine.py search ok", "wrong.py search wrong", `fatal.py search ${lost}`]);
  expect(told.slice(3)).toEqual(["mine.py promotion ok"]);

  const summary = renderSummary(record);
  expect(summary).toMatch(/^against mine\.py +1\.25x \[1\.23, 1\.27\], the strongest baseline$/m);
  expect(summary.indexOf("against mine.py")).toBeLessThan(summary.indexOf("against eager"));
  expect(summary).toContain("- The incumbent wrong.py is left out (wrong): the outputs differ\n");
  expect(summary).toContain("- Incumbents are not timed beside the kernel: each was timed against eager");

  const lines = run.events().map(createProgress());
  expect(lines.join("\n")).toMatch(/incumbent mine\.py: 625 µs \[.*\], 1\.60x \[.*\] against eager\n+.*the incumbent wrong\.py is left out \(wrong\)/);
  const { incumbents } = evidenceOf(run, record, record.promotions[0]!.attempt, "") as { incumbents: unknown[] };
  expect(incumbents).toMatchObject([
    { name: "mine.py", sha256: { "model_new.py": expect.stringMatching(/^[\da-f]{24}$/) }, verdict: { status: "ok", tier: "promotion" } },
    { name: "wrong.py", verdict: { status: "wrong" } },
    { name: "fatal.py" },
  ]);
});

it("library calls that the judge found are incumbents beside the user's own", async () => {
  const libraryCalls = [{ name: "F.softmax", source: "class ModelNew: ...  # 2.5 times as fast\n" }];
  const { record, run, judged } = await search(
    affineAgents(),
    {},
    (job) => okVerdict(job.tier, namedSpeed(job.candidate) ?? 3),
    { libraryCalls },
    { against: against.slice(0, 1) },
  );
  expect(judged.slice(0, 2).map(({ candidate }) => candidate.files)).toEqual([
    against[0]!.candidate.files,
    [{ name: "model_new.py", text: "class ModelNew: ...  # 2.5 times as fast\n" }],
  ]);
  const measured = run.events().flatMap((one) => (one.type === "incumbent" ? [`${one.judged.name} ${one.tier}`] : []));
  expect(measured).toEqual(["mine.py search", "F.softmax search", "mine.py promotion", "F.softmax promotion"]);
  expect(renderSummary(record)).toMatch(/^against F\.softmax .*, the strongest baseline$/m);
  const { incumbents } = evidenceOf(run, record, record.promotions[0]!.attempt, "") as { incumbents: { name: string }[] };
  expect(incumbents.map(({ name }) => name)).toEqual(["mine.py", "F.softmax"]);
});

it.each([[true], [undefined]])("the judge is asked for library calls if the setting is %s", async (libraryCalls) => {
  const { prepared } = await search(affineAgents(), libraryCalls === undefined ? {} : { libraryCalls });
  expect(prepared.map((job) => job.libraryCalls)).toEqual([libraryCalls]);
});

it("an incumbent for which the budget is too small is left out, and the search ends as without it", async () => {
  const { record } = await searched({ limits: { gpuSeconds: 0.5 } });
  expect(record.incumbents.map(({ verdict }) => verdict)).toEqual([null, null, null]);
  expect(record.stopped?.reason).toBe("budget");
});

it("incumbents are not measured again once the budget is spent, and the summary says so", async () => {
  const { record } = await searched({ limits: { gpuSeconds: 3.5 } }); // the reference, two verdicts on incumbents, and the attempt take 4
  expect(record.promotions.map(({ verdict }) => verdict.status)).toEqual(["ok"]);
  expect(record.incumbents.map(({ name, verdict }) => [name, verdict?.status === "ok" && verdict.tier])).toEqual([
    ["mine.py", "search"],
    ["wrong.py", false],
    ["fatal.py", false],
  ]);
  expect(renderSummary(record)).toContain("- The incumbent mine.py is left out: it was not measured again with the kernel\n");
});
