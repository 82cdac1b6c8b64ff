/** A script's whole model through the command line. A scripted model writes kernels for its two classes. The judge's verdicts are scripted, and the measurement is real. */
import { describe, expect, it } from "@jest/globals";
import { execa } from "execa";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ModelPlan, ModelResults, WholeModel } from "../../../src/domain/whole-model.ts";
import { scratch, start } from "../../support/command.ts";
import { type Script, startModelServer } from "../../support/model-server.ts";
import { scriptedJudge } from "../../support/places.ts";
import { until } from "../../support/until.ts";

/** Milliseconds for the longest test: it starts a dozen processes that import torch. */
const SLOW = 600_000;

/** Up does work that has no effect, which its kernel leaves out. It holds its place, which its answers do not depend on. The kernel of Down is slower by the judge's word. */
const script = `import sys
import torch
from torch import nn


class Up(nn.Module):
    def __init__(self, by, place):
        super().__init__()
        self.by, self.place = by, place
        self.act = nn.ReLU()
        self.weight = nn.Parameter(torch.rand(1024))

    def forward(self, x):
        for _ in range(200):
            x = self.act(x)
        return x * self.weight + self.by


class Down(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.Tanh()

    def forward(self, x, *, times=1.0):
        for _ in range(60):
            y = self.act(x) * times
        return y


class Block(nn.Module):
    def __init__(self, place):
        super().__init__()
        self.up, self.down = Up(0.5, place), Down()

    def forward(self, x):
        return self.down(self.up(x), times=2.0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(0), Block(1)])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def main(mode):
    net = Net().eval()
    with torch.set_grad_enabled(mode == "autograd"):
        return net(torch.rand(1024)).sum().item()


if __name__ == "__main__":
    print("the script's own words", main(*sys.argv[1:]))
`;

const kernels: Record<string, string> = {
  Up: `import torch


class ModelNew(torch.nn.Module):  # 3 times as fast
    def __init__(self, by, place):
        super().__init__()
        self.by = by
        self.weight = torch.nn.Parameter(torch.rand(1024))

    def forward(self, x):
        return torch.relu(x) * self.weight + self.by
`,
  Down: `import torch


class ModelNew(torch.nn.Module):  # 0.5 times as fast
    def forward(self, x, times):
        return torch.tanh(x) * times
`,
};

/** Writes the kernel of the class in the prompt. */
const agents: Script = ({ prompt }) =>
  JSON.stringify({ explanation: "a kernel", files: [{ name: "model_new.py", text: kernels[prompt.includes("class Up(") ? "Up" : "Down"] }] });

function written(text: string): string {
  const folder = scratch();
  writeFileSync(join(folder, "net.py"), text);
  return folder;
}

const search = ["--target", "cpu", "--worker", scriptedJudge, "--strategy", "sampling", "--no-tune", "--degraded"];
const repliesIn = (folder: string): number =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /replies\/[^/]*\.json$/.test(path)).length : 0;

/** Leaves what a start leaves that is killed before the plan of its searches is written. */
function cutPlan(out: string): void {
  mkdirSync(join(out, "searches", "Up"), { recursive: true });
  for (const file of ["model.json", "searches/Up/run.json"]) writeFileSync(join(out, file), "{}");
}

it("resume of a search that was never planned says to start again", async () => {
  const out = scratch();
  cutPlan(out);
  const resumed = await start(["model", "resume", out]);
  expect([resumed.exitCode, resumed.stderr]).toEqual([1, expect.stringMatching(/ended before its searches were planned\n {2}-> start the command again/)]);
});

it(
  "ranks, captures, searches, resumes after a kill, applies the winner, measures the model, and names the module without a win",
  async () => {
    const folder = written(script);
    const out = join(folder, "out");
    const token = "an-argument-that-nobody-else-may-read";
    cutPlan(out); // of a start that was killed before
    const server = await startModelServer(agents, 100);
    server.limit = 1; // the second reply is held until the kill
    const child = start(["model", "net.py", ...search, "--attempts", "2", "--out", out, "--", token], { cwd: folder, endpoint: server.url });
    await until(() => repliesIn(out) >= 1, SLOW);
    child.kill("SIGKILL");
    const killed = await child;
    expect(killed.stderr).toMatch(/the script's own words[\s\S]*blocks\.0\.up and 1 more +Up[^\n]* unit[\s\S]*capturing blocks\.0\.up \(__main__\.Up\)/);
    await until(() => server.open() === 0);
    server.limit = Infinity;
    const resumed = await start(["model", "resume", out], { cwd: folder, endpoint: server.url });
    expect(server.answered).toHaveLength(2); // nothing that was answered is asked again
    await server.close();

    expect([resumed.exitCode, resumed.stdout]).toEqual([0, expect.stringMatching(/Net is [\d.]+x \[[\d., ]+\] as fast with 1 kernel/)]);
    const results = ModelResults.parse(JSON.parse(readFileSync(join(out, "model-results.json"), "utf8")));
    const groups = results.groups.map(({ task, paths, applied, problem }) => [task, paths, applied, problem]); // in the order of their times, which are close
    expect(groups).toHaveLength(2);
    expect(groups).toEqual(
      expect.arrayContaining([
        ["Up", ["blocks.0.up", "blocks.1.up"], true, ""],
        ["Down", ["blocks.0.down", "blocks.1.down"], false, "no kernel is proven faster"],
      ]),
    );
    const { measured } = results;
    expect(measured?.ratios["original/ours"].low).toBeGreaterThan(1);
    expect(measured?.parity.map(({ problem }) => problem)).toEqual(["", "", ""]);
    expect(measured?.answered.map(({ path, kernel, original }) => [path, kernel > 0, original])).toEqual([
      ["blocks.0.up", true, 0],
      ["blocks.1.up", true, 0],
    ]);
    expect(readFileSync(join(out, "model.md"), "utf8")).toMatch(
      /^# Net is [\s\S]*from net_kernels import apply[\s\S]*\| Down \| Down \| 2 \|[^\n]*no kernel is proven faster/,
    );
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(files.map((one) => join(one.parentPath, one.name)).filter((path) => readFileSync(path, "utf8").includes(token))).toEqual([join(out, "model.json")]);
    const plan = ModelPlan.parse(JSON.parse(readFileSync(join(out, "model.json"), "utf8")));
    expect([plan.args, plan.command]).toEqual([[token], expect.stringMatching(/ -- '<arguments>'$/)]); // resume calls the script with them

    const use = `import torch
from net import Net
from net_kernels import apply
net, x = Net().eval(), torch.rand(1024)
with torch.no_grad():
    before = net(x)
    undo = apply(net)
    print(torch.allclose(before, net(x)), undo.answered)`;
    const python = process.env["KERNELWRIGHT_PYTHON"] ?? "python3";
    const used = await execa(python, ["-c", use], { cwd: folder, env: { PYTHONPATH: `${out}:${folder}` } });
    expect(used.stdout).toBe("True {'blocks.0.up': {'kernel': 1, 'original': 0}, 'blocks.1.up': {'kernel': 1, 'original': 0}}");
  },
  SLOW,
);

it("--rank-only prints the ranking and asks no model", async () => {
  const ranked = await start(["model", "net.py", "--rank-only", "--json", "--", "autograd"], { cwd: written(script) });
  expect([ranked.exitCode, ranked.stderr]).toEqual([0, expect.stringContaining("the script's own words")]);
  const model = WholeModel.parse(JSON.parse(ranked.stdout));
  expect([model.class, model.gradients, model.trains]).toEqual(["__main__.Net", true, false]);
});

/** Two blocks of one class and shape differ in a number. One's path ends with the other's. With "counts", the number grows with each run of the script. */
const alike = `import sys
import torch
from pathlib import Path
from torch import nn

runs = Path("runs.txt")
runs.write_text(runs.read_text() + "x" if runs.exists() else "x")
more = len(runs.read_text()) if "counts" in sys.argv else 0


class Norm(nn.Module):
    def __init__(self, eps):
        super().__init__()
        self.eps, self.unused = eps, nn.Identity()

    def forward(self, x):
        for _ in range(20):
            x = x / (x.square().mean(-1, keepdim=True) + self.eps).sqrt()
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.enc = Norm(0.25 + more), nn.ModuleDict({"norm": Norm(0.5 + more)})

    def forward(self, x):
        return self.enc["norm"](self.norm(x))


def main():
    with torch.no_grad():
        Net()(torch.rand(64, 256))


main()
`;

it("captures the module at the ranked path, beside another one with the end of this path", async () => {
  const cwd = written(alike);
  await start(["model", "net.py", ...search, "--out", "out"], { cwd }); // no model is configured: it stops after the captures
  const tasks = readdirSync(join(cwd, "out", "tasks")).map((file) => readFileSync(join(cwd, "out", "tasks", file), "utf8"));
  const captured = tasks.map((task) => /^\W*(\S+) of net\.py[\s\S]*return \[(0\.\d+)\]/.exec(task)?.slice(1, 3).join(" "));
  expect(captured.length).toBe(2);
  expect(captured).toEqual(expect.arrayContaining(["enc.norm 0.5", "norm 0.25"]));
});

describe("a bad input gives one message and an exit code", () => {
  const opaque = `import torch


class Box:
    def __init__(self, x):
        self.x = x


class Opened(torch.nn.Module):
    def forward(self, box):
        return box.x + 1


opened = Opened()
opened(Box(torch.rand(1024)))
`;
  it.each([
    ["no script", script, [], /the script is missing\n {2}-> name a Python script/],
    ["a script that is not there", script, ["nowhere.py"], /there is no script at nowhere\.py/],
    [
      "a script that raises",
      script,
      ["net.py", "--", "eval", "more"],
      /net\.py raised TypeError: main\(\) takes 1 positional argument.*\(line \d+\)\n {2}-> run it alone/,
    ],
    ["a script that calls no module", "print(1)\n", ["net.py"], /the script calls no module\n {2}-> name a script/],
    [
      "autograd without gradients",
      script,
      ["net.py", "--", "autograd"],
      /with autograd on, and computes no gradients.*\n {2}-> call the model under torch\.no_grad/,
    ],
    [
      "a model whose modules cannot be captured",
      opaque,
      ["net.py"],
      /no module of the model can be captured: opened: every call of opened gets a __main__\.Box\n {2}-> capture a module/,
    ],
    [
      "a model that differs at each run",
      alike,
      ["net.py", "--", "counts"],
      /left out: the script built another (?:enc\.)?norm than when it was ranked[\s\S]*no module of the model can be captured/,
    ],
    ["a number of modules that is none", script, ["net.py", "--top", "0"], /--top 0 is not a positive whole number/],
    ["no model", script, ["net.py", "--", "eval"], /no model is configured/],
    ["a folder that is no search", script, ["resume", "."], /is no model's search: it has no model\.json/],
  ])("%s", async (_name, text, args, says) => {
    const found = await start(["model", ...args.slice(0, 1), ...(args.length > 0 && args[0] !== "resume" ? search : []), ...args.slice(1)], {
      cwd: written(text),
    });
    expect([found.exitCode, found.stderr]).toEqual([1, expect.stringMatching(says)]);
    expect(found.stderr).not.toMatch(/Traceback|\n\s+at /);
  });
});
