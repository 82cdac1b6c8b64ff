"""`python3 -m evals.operators.check DIR`: whether exported operators hold on this machine. DIR is what evals/operators/make.ts wrote.

The judge judges each operator as a candidate, and the TF32 example of evals/kernels. Each wheel is installed into a fresh virtual environment with an
empty home, and runs its gates there, the guard cost among them. Then each operator is timed beside eager PyTorch and torch.compile: alone, in a
compiled block and in a CUDA graph. Each row is written to --json at once. After --seconds no other part begins. --resume keeps the rows that are there.
The exit code is 1 if a row is missing or not as it must be.

It needs Python with torch and pip, and for CUDA nvcc. It needs no Node and no network.
"""

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from evals.judge.report import Record, table
from evals.judge.wire import JudgeChild, said

_TIMED = Path(__file__).with_name("timed.py")
_KEPT = re.compile(r"^(PATH|LANG|LD_LIBRARY_PATH|CUDA_\w+|NVIDIA_\w+)$")
_GATES = ("parity", "opcheck", "torch.compile(fullgraph=True)", "gradient", "guard cost", "another stream", "a CUDA graph", "a non-contiguous input", "an empty batch")
_LIMIT = 280.0  # of one process


class Installed:
    """A virtual environment with one wheel and an empty home."""

    def __init__(self, place: Path, wheel: Path):
        self.python, self._home = place / "environment" / "bin" / "python", place / "home"
        self._home.mkdir(parents=True)
        self.problem = ""
        for command in (
            [sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", str(place / "environment")],
            [str(self.python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)],
        ):
            if not self.problem:
                self._run(command, place)

    def _run(self, command: "list[str]", place: Path) -> None:
        done = subprocess.run(command, cwd=self._home, env=self._environment(), capture_output=True, text=True)
        if done.returncode != 0:
            self.problem = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1][:300]
        for site in (place / "environment").glob("lib/python*/site-packages"):  # of a virtual environment, which --system-site-packages skips
            (site / "outer.pth").write_text("\n".join(path for path in sys.path if path.endswith(("site-packages", "dist-packages"))) + "\n")

    def _environment(self) -> "dict[str, str]":
        return {**{name: value for name, value in os.environ.items() if _KEPT.match(name)}, "HOME": str(self._home), "TORCHINDUCTOR_CACHE_DIR": str(self._home / "inductor")}

    def lines(self, *arguments: str, fine: "tuple[int, ...]" = (0,)) -> "tuple[list[dict], str]":
        """The JSON objects that a Python program prints, and why it ended early: not with one of the exit codes `fine`. An empty text: it did not."""
        with tempfile.TemporaryFile("w+") as told:
            try:
                done = subprocess.run([str(self.python), *arguments], cwd=self._home, env=self._environment(), stdout=subprocess.PIPE, stderr=told, text=True, timeout=_LIMIT)
                printed, problem = done.stdout, "" if done.returncode in fine else f"exit code {done.returncode}"
            except subprocess.TimeoutExpired as error:
                printed, problem = (error.stdout or b"").decode() if isinstance(error.stdout, bytes) else error.stdout or "", f"it took longer than {_LIMIT:g} s"
            told.seek(0)
            last = (told.read().strip().splitlines() or [""])[-1][:300]
        found = []
        for line in printed.splitlines():
            with contextlib.suppress(ValueError):
                found.append(json.loads(line))
        return found, f"{problem}: {last}" if problem else "" if found else last or "it printed nothing"


def judged(jobs: "list[dict]", faster: "Iterable[str]", keep: "Callable[[str, dict], None]", until: float) -> None:
    """Asks one judge about candidates. A right one has the verdict ok, and those of `faster` an interval above 1."""
    with tempfile.TemporaryDirectory() as cache, JudgeChild(Path(cache)) as judge:
        for job in jobs:  # one after the other: builds of others would disturb its clock
            if time.monotonic() > until:
                return
            reply, seconds = judge.ask(job)
            verdict = reply.get("verdict", {})
            speedup = verdict.get("speedup")
            problem = "" if verdict.get("status") == "ok" else str(verdict.get("problem") or verdict.get("diagnostics") or reply.get("reason") or "")[:300]
            right = verdict.get("status") == "ok" and (speedup["low"] > 1 or job["id"] not in faster)
            keep(f"{job['id']}/judge", {"right": right, "status": said(reply), "speedup": speedup, "problem": problem, "isolation": verdict.get("isolation", {}).get("level"), "seconds": seconds})


def gated(name: str, installed: Installed) -> dict:
    """The row of an operator's own tests. They build the kernel first."""
    started = time.monotonic()
    found, problem = ([], installed.problem) if installed.problem else installed.lines("-m", f"{name}.tests", "--json", fine=(0, 1))
    gates = [each for each in found if "outcome" in each]
    if not problem and not any("ran" in each for each in found):
        problem = "its tests did not come to their end"
    failed = [each["name"] for each in gates if each["outcome"] == "failed"]
    return {"right": not problem and not failed and bool(gates), "gates": gates, "problem": problem, "seconds": time.monotonic() - started}


def timed(name: str, installed: Installed) -> dict:
    """The row of an operator's times. A right one answers in every form as eager does."""
    started = time.monotonic()
    found, problem = ([], installed.problem) if installed.problem else installed.lines(str(_TIMED), name)
    own = [each for each in found if each.get("variant") == "operator"]
    right = not problem and len(own) >= 2 and all("us" in each and each["kernelAnswered"] and each["apart"] < 1e-2 for each in own)
    return {"right": right, "times": found, "problem": problem, "seconds": time.monotonic() - started}


def main() -> None:
    """Fills the rows that are missing, prints them, and ends with 1 if one is not as it must be."""
    asked = _options()
    until = time.monotonic() + asked.seconds
    if not asked.resume:
        asked.json.unlink(missing_ok=True)
    record = Record(asked.json)
    wheels = {each["name"]: asked.folder.resolve() / each["wheel"] for each in json.loads((asked.folder / "operators.json").read_text())}

    jobs = {job["id"]: job for job in json.loads((asked.folder / "jobs.json").read_text())}

    def keep(key: str, row: dict) -> None:
        record.keep(key, row)
        print(f"{key}: {'right' if row['right'] else 'NOT RIGHT'} in {row['seconds']:.0f} s {row['problem']}", flush=True)

    def missing(part: str, names: "Iterable[str]" = wheels) -> "list[str]":
        return [name for name in names if f"{name}/{part}" not in record.rows and time.monotonic() < until]

    with tempfile.TemporaryDirectory() as places:
        if missing("judge", jobs):
            judged([jobs[name] for name in missing("judge", jobs)], wheels, keep, until)
        wanted = {*missing("gates"), *missing("times")}
        with ThreadPoolExecutor(len(wheels)) as pool:
            made = dict(zip(wanted, pool.map(lambda name: Installed(Path(places, name), wheels[name]), wanted)))
            list(pool.map(lambda name: keep(f"{name}/gates", gated(name, made[name])), missing("gates")))  # together: they check, and the guard's clock is its thread's
        for name in missing("times"):
            keep(f"{name}/times", timed(name, made[name]))
    record.write(*_report(record.rows, list(wheels)))
    keys = [*(f"{name}/judge" for name in jobs), *(f"{name}/{part}" for name in wheels for part in ("gates", "times"))]
    wrong = [key for key in keys if not record.rows.get(key, {}).get("right")]
    if wrong:
        sys.exit(f"missing or not right: {', '.join(wrong)}")


def _report(rows: "dict[str, dict]", names: "list[str]") -> "list[str]":
    judge = [[key[:-6], row["status"], *_ratio(row["speedup"]), row["isolation"], row["problem"]] for key, row in rows.items() if key.endswith("/judge")]
    gates = {name: {each["name"]: each for each in rows.get(f"{name}/gates", {}).get("gates", [])} for name in names}
    known = [*_GATES, *sorted({gate for own in gates.values() for gate in own} - set(_GATES))]
    lines = [[gate, *(gates[name].get(gate, {}).get("outcome", "not run") for name in names)] for gate in known]
    lines.append(["guard cost, us", *(_cost(gates[name].get("guard cost")) for name in names)])
    notes = [f"- {name}, {each['name']}: {each['outcome']}: {each['detail']}" for name, own in gates.items() for each in own.values() if each["outcome"] != "passed" or (each["name"] == "opcheck" and each["detail"])]
    notes += [f"- {key}: {row['problem']}" for key, row in rows.items() if row["problem"]]
    times = [_time_line(name, each) for name in names for each in rows.get(f"{name}/times", {}).get("times", [])]
    return [
        "# Exported operators",
        table(["candidate", "verdict", "speedup", "interval", "isolation", "problem"], judge),
        table(["gate", *names], lines),
        table(["operator", "form", "variant", "us per call", "over eager", "interval", "deviation from eager, of the RMS"], times),
        "\n".join(notes) or "No gate failed or was skipped.",
    ]


def _time_line(name: str, row: dict) -> list:
    return [name, row["form"], row["variant"], row.get("us") or row.get("problem"), *_ratio(row.get("overEager")), row.get("apart")]


def _ratio(found: "dict | None") -> list:
    return [found["median"], f"{found['low']:.3g} to {found['high']:.3g}"] if found else [None, None]


def _cost(gate: "dict | None") -> "float | None":
    cost = re.search(r"cost (-?[\d.]+) us", gate["detail"]) if gate else None
    return float(cost[1]) if cost else None


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.operators.check", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder that make.ts wrote")
    parser.add_argument("--json", type=Path, default=Path("runs/operators.json"), metavar="FILE", help="the rows; a Markdown file of the same name stands beside it (default: runs/operators.json)")
    parser.add_argument("--seconds", type=float, default=300.0, metavar="S", help="begin no other part after so many seconds (default: 300)")
    parser.add_argument("--resume", action="store_true", help="keep the rows of --json, and fill in what is missing")
    return parser.parse_args()


if __name__ == "__main__":
    main()
