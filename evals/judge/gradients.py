"""`python3 -m evals.judge.gradients --target cuda|cpu`: three training tasks, each judged forward and backward with an honest kernel and with
wrong gradients.

The tasks are a norm, a gated activation and a cross entropy (`training/`). The honest kernels get a promotion against eager and torch.compile.
The mutants of `gradient_mutants.py` get the correctness checks of a search. The cpu target has kernels of its own and a 64th of the rows.
"""

import argparse
import json
import re
import sys
import tempfile
import time
from pathlib import Path

from judge.protocol.jobs import PROTOCOL

from .gradient_mutants import MUTANTS
from .report import add_series_options, begun, interval, table
from .wire import JudgeChild, said

_FOLDER = Path(__file__).parent / "training"
TASKS = ("rms_norm", "swiglu", "cross_entropy")
_HONEST = "honest"
_CPU_SHARE = 64
_LANGUAGE = {"cuda": "triton", "cpu": "cpp"}


def main() -> int:
    """Judges what --json does not hold yet, then writes the tables. Returns 1 where an honest kernel is not `ok` or a mutant is not rejected."""
    asked = _options()
    record, until = begun(asked)
    with tempfile.TemporaryDirectory() as cache, JudgeChild(Path(cache)) as judge:
        for key, row, files in _candidates(asked.target):
            if _is_judged(record.rows.get(key)) or (asked.only and row["task"] not in asked.only) or time.monotonic() > until:
                continue
            record.keep(key, {**row, **_judged(judge, row, files, asked)})
            print(key, json.dumps(record.rows[key])[:300], flush=True)
    rows = [row for key, row in record.rows.items() if key.startswith(f"{asked.target} ")]
    record.write(*_report(rows))
    return int(not all(_is_expected(row) for row in rows))


def _candidates(target: str) -> "list[tuple[str, dict, list[dict]]]":
    """(key, {task, kernel, expected}, files) of all kernels, the honest ones first."""
    files = {task: _files(task, target) for task in TASKS}
    found = [({"task": task, "kernel": _HONEST, "expected": ["ok"]}, files[task]) for task in TASKS]
    found += [({"task": each.task, "kernel": each.name, "expected": [*each.statuses]}, each.files(files[each.task])) for each in MUTANTS]
    return [(f"{target} {row['task']}: {row['kernel']}", row, own) for row, own in found]


def _files(task: str, target: str) -> "list[dict]":
    model = {"name": "model_new.py", "text": (_FOLDER / task / f"{target}.py").read_text()}
    return [model] if target == "cuda" else [model, {"name": "kernel.cpp", "text": (_FOLDER / task / "kernel.cpp").read_text()}]


def _source(task: str, target: str) -> str:
    """The task file. On the cpu target it has fewer rows."""
    text = (_FOLDER / task / "task.py").read_text()
    return text if target == "cuda" else re.sub(r"^ROWS = (\d+)$", lambda rows: f"ROWS = {int(rows[1]) // _CPU_SHARE}", text, count=1, flags=re.M)


def _judged(judge: JudgeChild, row: dict, files: "list[dict]", asked: argparse.Namespace) -> dict:
    """The verdict as far as the tables need it, and the seconds until it came."""
    honest = row["kernel"] == _HONEST
    task = {"name": row["task"], "source": _source(row["task"], asked.target)}
    job = {"protocol": PROTOCOL, "id": "job", "kind": "evaluate", "task": task, "target": asked.target, "precision": "fp32", "library": "library-allowed"}
    candidate = {"language": _LANGUAGE[asked.target], "files": files}
    tier, baselines = (asked.tier, ["compile"]) if honest else ("search", [])
    reply, seconds = judge.ask({**job, "baselines": baselines, "tier": tier, "rareChecks": True, "candidate": candidate})
    verdict = reply.get("verdict", {})
    found = {"status": said(reply), "problem": str(verdict.get("problem") or verdict.get("diagnostics") or "")[:400], "seconds": round(seconds, 1)}
    return {**found, **{key: verdict.get(key) for key in ("candidate", "baseline", "speedup", "rivals", "forward", "errorShare", "unproven")}}


def _is_judged(row: "dict | None") -> bool:
    """Whether a row holds a verdict. The judge may answer that it is broken; --resume asks again."""
    return row is not None and ":" not in row["status"]


def _is_expected(row: dict) -> bool:
    return row["status"] in row["expected"]


def _report(rows: "list[dict]") -> "list[str]":
    honest = [row for row in rows if row["kernel"] == _HONEST]
    mutants = [row for row in rows if row["kernel"] != _HONEST]
    heads = ["task", "kernel", "verdict", "forward and backward, us", "eager, us", "against eager", "torch.compile, us", "against torch.compile", "forward alone, us", "eager's, us", "against eager's", "error / budget", "judge, s"]
    rejected = sum(_is_expected(row) for row in mutants)
    return [
        "# Kernels with gradients",
        "A call is forward and backward. The intervals hold 95 %.",
        table(heads, [_honest_line(row) for row in honest]),
        f"Wrong gradients: {rejected} of {len(mutants)} are rejected as expected.",
        table(["task", "what is wrong", "verdict", "what the judge says"], [[row["task"], row["kernel"], _mark(row), row["problem"][:160]] for row in mutants]),
    ]


def _honest_line(row: dict) -> "list":
    [rival] = row["rivals"] or [{"time": None, "speedup": None, "note": ""}]
    us = [row[key] and row[key]["medianUs"] for key in ("candidate", "baseline")]
    compiled = [rival["time"] and rival["time"]["medianUs"], interval(rival["speedup"]) or rival["note"][:80] or None]
    alone = row["forward"] or {"candidate": None, "baseline": None, "speedup": None}
    forward = [*(alone[key] and alone[key]["medianUs"] for key in ("candidate", "baseline")), interval(alone["speedup"])]
    return [row["task"], row["kernel"], _mark(row), *us, interval(row["speedup"]), *compiled, *forward, row["errorShare"], row["seconds"]]


def _mark(row: dict) -> str:
    return row["status"] + ("" if _is_expected(row) else f" (expected {' or '.join(row['expected'])})")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.gradients", description="Judges honest kernels and wrong gradients on training tasks.")
    add_series_options(parser, "gradients", TASKS, "of honest kernels")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
