/** Traces of whole runs from the command line: the real clients, and a LangSmith and a collector on loopback that keep what they are sent. */
import { afterEach, expect, it } from "@jest/globals";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { affineAgents } from "../../support/affine.ts";
import { scratch, start } from "../../support/command.ts";
import { type LangSmith, startLangSmith, type TracedRun } from "../../support/langsmith.ts";
import { startLoopback } from "../../support/loopback.ts";
import { type Script, startModelServer } from "../../support/model-server.ts";
import { freePort } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { affineTask as task, repository, scriptedJudge } from "../../support/places.ts";

const KEY = "lsv2_pt_0123456789abcdef0123456789abcdef";
const closing: (() => Promise<void>)[] = [];
afterEach(async () => await Promise.all(closing.splice(0).map(async (close) => close())));

const langsmith = async (failing?: (kept: LangSmith) => boolean): Promise<LangSmith> => {
  const started = await startLangSmith(failing);
  closing.push(async () => await started.close());
  return started;
};
const tracedTo = (url: string) => ({ LANGSMITH_TRACING: "true", LANGSMITH_API_KEY: KEY, LANGSMITH_ENDPOINT: url, LANGSMITH_PROJECT: "kernels" });
const optimize = async (env: Record<string, string>, agents: Script = affineAgents(), ...more: string[]) => {
  const server = await startModelServer(agents);
  closing.push(async () => await server.close());
  const run = join(scratch(), "run");
  const args = ["optimize", task, "--target", "cpu", "--strategy", "beam", "--attempts", "3", "--worker", scriptedJudge, "--out", run, ...more];
  return { run, result: await start(args, { endpoint: server.url, env }), endpoint: server.url };
};
const of = (runs: Iterable<TracedRun>, type: string): TracedRun[] => [...runs].filter((one) => one.run_type === type);

it("a run is one trace: nodes, model calls and judge jobs with their figures, sources attached, nothing of this machine, and a link in the report", async () => {
  const to = await langsmith();
  const { run, result } = await optimize({ ...tracedTo(to.url), SOME_TOKEN: "a-secret-of-this-machine" }, affineAgents({ speed: 2 }));
  const runs = [...to.runs.values()];
  const root = runs.find((one) => one.parent_run_id === undefined)!;
  const model = of(runs, "llm");
  const evaluated = of(runs, "tool").filter((one) => one.extra.metadata["tier"] === "search");
  const passed = evaluated.find((one) => one.extra.metadata["verdict"] === "ok");

  expect(new Set(runs.map((one) => one.trace_id))).toEqual(new Set([root.id]));
  expect(runs.every((one) => one === root || to.runs.has(one.parent_run_id!))).toBe(true);
  expect(runs.every((one) => one.end_time !== undefined)).toBe(true);
  expect(new Set(of(runs, "chain").map((one) => one.name))).toEqual(
    new Set([
      "kernelwright affine",
      "open",
      "prepare",
      "select",
      "branch",
      "diagnose",
      "analyze",
      "refactor",
      "verify",
      "profile",
      "tune",
      "collect",
      "promote",
      "learn",
      "report",
    ]),
  );
  expect(root).toMatchObject({ session_name: "kernels", extra: { metadata: { strategy: "beam", attempts: 3 } }, outputs: { attempted: 3 } });
  expect(model.length).toBeGreaterThanOrEqual(4);
  const first = model.find((one) => one.extra.metadata["attempt"] === "r1b1" && one.name === "planner");
  expect(first).toMatchObject({
    outputs: { usage_metadata: { input_tokens: 100, output_tokens: 10 } },
    extra: { metadata: { ls_model_name: "scripted" } },
  });
  expect(first?.files["prompt_md"]).toContain("class Model");
  expect(to.runs.get(first!.parent_run_id!)?.name).toBe("analyze");
  expect(evaluated.length).toBe(3);
  expect(evaluated.every((one) => /^r\db\d/.test(String(one.extra.metadata["attempt"])) && one.files["kernel_cpp"]?.includes("affine"))).toBe(true);
  expect(passed?.extra.metadata).toMatchObject({ medianUs: expect.any(Number), speedup: expect.any(Number), solFraction: expect.any(Number) });

  const all = to.received.join("\n");
  for (const secret of [KEY, "a-secret-of-this-machine", run, repository, homedir() + "/"]) expect(all).not.toContain(secret);
  const link = /http:\/\/localhost:3000\/o\/[\w-]+\/projects\/p\/[\w-]+\/r\/([\w-]+)/.exec(readFileSync(join(run, "report.html"), "utf8"));
  expect(link?.[1]).toBe(root.id);
  expect(result.all).toContain("trace: http://localhost:3000/");
});

it("a resumed run continues its trace", async () => {
  const to = await langsmith();
  let refuse = true;
  const agents = affineAgents();
  const server = await startModelServer((asked, count) => (refuse && count > 1 ? { status: 401 } : agents(asked, count)));
  closing.push(async () => await server.close());
  const run = join(scratch(), "run");
  const env = tracedTo(to.url);
  const first = await start(["optimize", task, "--target", "cpu", "--strategy", "beam", "--attempts", "2", "--worker", scriptedJudge, "--out", run], {
    endpoint: server.url,
    env,
  });
  refuse = false;
  const second = await start(["resume", run], { endpoint: server.url, env });
  const roots = [...to.runs.values()].filter((one) => one.parent_run_id === undefined);
  expect([first.exitCode, second.exitCode]).toEqual([4, expect.any(Number)]);
  expect(roots).toHaveLength(1);
  expect(roots[0]).toMatchObject({ outputs: { attempted: 2 } });
  expect(new Set([...to.runs.values()].map((one) => one.trace_id)).size).toBe(1);
  expect([...to.runs.values()].some((one) => one.name === "report")).toBe(true);
});

it("a LangSmith that fails or is unreachable causes only one warning", async () => {
  const to = await langsmith(({ runs }) => runs.size > 0);
  const agents = affineAgents();
  const patient: Script = async (asked, count) => {
    await until(async () => to.runs.size > 0); // so that there is a later half
    return agents(asked, count);
  };
  const [dying, absent] = await Promise.all([optimize(tracedTo(to.url), patient), optimize(tracedTo(`http://127.0.0.1:${await freePort()}`))]);
  expect(dying.result.all).toContain("Report:");
  expect(dying.result.all.match(/LangSmith|langsmith/g)).toEqual(["LangSmith"]);
  expect(dying.result.all).toContain("LangSmith refuses traces (500); the run goes on");
  expect(absent.result.all).toContain("Report:");
  expect(absent.result.all.match(/LangSmith|langsmith/g)).toEqual(["LangSmith"]);
  expect(absent.result.all).toContain("LangSmith cannot be reached (ECONNREFUSED)");
});

it("the same spans go to an OpenTelemetry collector, and nowhere without configuration", async () => {
  type Wire = {
    traceId: string;
    spanId: string;
    parentSpanId?: string;
    name: string;
    startTimeUnixNano: string;
    endTimeUnixNano: string;
    attributes: { key: string; value: object }[];
  };
  const spans: Wire[] = [];
  const headers: unknown[] = [];
  const collector = await startLoopback((request, response, body) => {
    headers.push([request.url, request.headers["x-team"]]);
    const sent = JSON.parse(body.toString("utf8")) as { resourceSpans: { scopeSpans: { spans: Wire[] }[] }[] };
    spans.push(...sent.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)));
    response.end("{}");
  });
  closing.push(async () => await collector.close());
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-team=kernels%20one",
  };
  const [traced, off] = await Promise.all([optimize(env, affineAgents(), "--async"), optimize({})]);
  const [root] = spans.filter((one) => one.parentSpanId === undefined);
  const planner = spans.find((one) => one.name === "planner");
  const known = new Set(spans.map((one) => one.spanId));
  expect(traced.result.all).toContain("Report:");
  expect(headers[0]).toEqual(["/v1/traces", "kernels one"]);
  expect(root).toMatchObject({
    name: "kernelwright affine",
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(spans.every((one) => one.traceId === root?.traceId && (one === root || known.has(one.parentSpanId!)))).toBe(true);
  expect(spans.every((one) => BigInt(one.endTimeUnixNano) >= BigInt(one.startTimeUnixNano))).toBe(true);
  expect(planner?.attributes).toContainEqual({ key: "gen_ai.usage.input_tokens", value: { intValue: "100" } });
  expect(spans.filter((one) => one.name === "evaluate").length).toBeGreaterThanOrEqual(3);
  expect(existsSync(join(traced.run, "trace.json"))).toBe(true);
  expect(existsSync(join(off.run, "trace.json"))).toBe(false);
});
