/** Ctrl-C, once and twice, and the live view on a terminal; replies and verdicts are scripted and take their time. */
import { afterEach, expect, it, jest } from "@jest/globals";
import { execa } from "execa";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { stopOnSignal } from "../../src/cli/signals.ts";
import { affineAgents } from "../support/affine.ts";
import { interrupt, start } from "../support/command.ts";
import { gated } from "../support/gated.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { eventsOf, makeRun, treeOf } from "../support/run.ts";
import { until } from "../support/until.ts";
import { main } from "../support/places.ts";

let server: ModelServer;
afterEach(() => server?.close());

const count = (run: string, type: string) => (existsSync(join(run, "events.jsonl")) ? eventsOf(run).filter((one) => one.type === type).length : 0);

it.each([false, true])("the first Ctrl-C starts nothing new, waits for the verdicts in flight and writes the report (async: %s)", async (async) => {
  server = await startModelServer(affineAgents());
  const run = makeRun("beam", server.url, { attempts: 6, async });
  const judge = gated();
  const child = start(["resume", run], { endpoint: server.url, env: judge.env });
  await until(() => judge.asked() >= 3); // all that is left to the round is at the judge
  await interrupt(child);
  judge.open();
  const { exitCode, all } = await child;
  expect([exitCode, all]).toEqual([
    130,
    expect.stringMatching(/stops after the work in flight; [^]*the report so far is in .*report\.html\n.*go on with: npx kernelwright resume/),
  ]);
  expect(count(run, "attempted")).toBeGreaterThanOrEqual(4); // the reference and the three
  if (!async) expect(server.answered.filter((one) => one.role === "planner").length).toBe(3); // no second round
  expect(readFileSync(join(run, "report.html"), "utf8")).toContain("The run has not finished");
  expect(eventsOf(run).at(-1)).toMatchObject({ type: "stopped", reason: "interrupted" });

  expect([0, 3]).toContain((await start(["resume", run], { endpoint: server.url })).exitCode);
  const whole = makeRun("beam", server.url, { attempts: 6, async: false });
  await start(["resume", whole], { endpoint: server.url });
  if (!async) expect(treeOf(run)).toEqual(treeOf(whole));
  expect(count(run, "finished")).toBe(1);
});

it("the second Ctrl-C stops at once, and the run can be resumed", async () => {
  server = await startModelServer(affineAgents());
  const run = makeRun("beam", server.url, { attempts: 3 });
  const judge = gated();
  const child = start(["resume", run], { endpoint: server.url, env: judge.env });
  await until(() => judge.asked() >= 1);
  await interrupt(child);
  await new Promise((resolve) => setTimeout(resolve, 1100)); // sooner it would count as the same
  const before = Date.now();
  child.kill("SIGINT");
  const { exitCode, all } = await child;
  expect(Date.now() - before).toBeLessThan(60_000); // the judge would hold its verdict for minutes
  expect([exitCode, all]).toEqual([130, expect.stringMatching(/stopped at once\n.*go on with: npx kernelwright resume/)]);
  expect([0, 3]).toContain((await start(["resume", run], { endpoint: server.url })).exitCode);
});

it.each(["SIGTERM", "SIGINT"] as const)("without a terminal, two %s at once count as one, because CI runners signal whole groups", (signal) => {
  const end = jest.spyOn(process, "exit").mockImplementation(() => undefined as never);
  const say = jest.fn();
  const stop = stopOnSignal({ resume: "kernelwright resume runs/one", finish: async () => {}, say });
  process.emit(signal, signal);
  process.emit(signal, signal);
  expect([stop.control.drainRequested, say.mock.calls.length, end.mock.calls.length]).toEqual([true, 1, 0]);
  const other = signal === "SIGINT" ? "SIGTERM" : "SIGINT";
  process.emit(other, other);
  expect(end).toHaveBeenCalledWith(130);
  stop.done();
  end.mockRestore();
});

it("a failure during the stop is reported, and the stop continues", async () => {
  const said = jest.spyOn(console, "error").mockImplementation(() => {});
  const stop = stopOnSignal({
    resume: "kernelwright resume runs/one",
    finish: async () => {
      throw new Error("the folder is gone");
    },
  });
  stop.request("enough");
  await new Promise(setImmediate);
  stop.done();
  expect(said.mock.calls).toEqual([["kernelwright: while stopping: Error: the folder is gone"]]);
  said.mockRestore();
  expect([stop.control.drainReason, stop.asked.aborted]).toEqual(["enough", true]);
});

it("on a terminal a search redraws one view with the step of every branch, and ends with the result", async () => {
  let drawn = "";
  const shown = async (part: string): Promise<void> => until(() => stripVTControlCharacters(drawn).includes(part));
  const [agents, judge] = [affineAgents(), gated()];
  const stages: Record<string, string> = { planner: "▸ r1b1 is planned", coder: "▸ r1b1 is written" };
  server = await startModelServer(async (asked, count) => {
    await shown(stages[asked.role] ?? ""); // nobody answers before the view has said what is waited for
    return await agents(asked, count);
  });
  const run = makeRun("beam", server.url, { attempts: 3 });
  const onTerminal =
    "import os, sys, fcntl, struct, termios; fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 30, 90, 0, 0)); os.execv(sys.argv[1], sys.argv[1:])";
  const spawn = `import pty, sys; sys.exit(pty.spawn([sys.executable, "-c", ${JSON.stringify(onTerminal)}, *sys.argv[1:]]) >> 8)`;
  const child = execa(
    process.env["KERNELWRIGHT_PYTHON"] ?? "python3",
    ["-c", spawn, process.execPath, "--disable-warning=ExperimentalWarning", main, "resume", run],
    {
      reject: false,
      stdin: "pipe",
      env: { TERM: "xterm", NODE_OPTIONS: "", OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "test", KERNELWRIGHT_MODEL: "scripted", ...judge.env },
    },
  );
  child.stdout.on("data", (data: Buffer) => (drawn += data.toString("utf8")));
  await shown("▸ r1b1 is built, checked and timed");
  judge.open();
  const { stdout } = await child;
  expect(stdout).toContain("\u001B["); // it moves the cursor
  const text = stripVTControlCharacters(stdout);
  for (const part of ["affine on cpu in cpp · scripted", "attempts   ", " 3 of 3", "Ctrl-C finishes the work in flight"]) expect(text).toContain(part);
  expect(text).toMatch(/task +affine[^]*Report: /);
  expect(text).not.toMatch(/^\d\d:\d\d:\d\d /m);
});
