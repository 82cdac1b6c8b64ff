"""`python3 -m evals.judge.workloads --target cuda`: five tasks with five shapes each, judged with a kernel that chooses by shape, and with one for
the first shape alone.

Each kernel of `shapes/` gets a promotion on all shapes. The kernel for one shape is then judged on each shape alone, because it is wrong on
some. A plain process tries both kernels on 20 shapes between the declared ones. The cpu target tries the same path: its shapes are small and
its kernels are the reference itself.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from judge.protocol.jobs import PROTOCOL

from .report import add_series_options, begun, interval, table
from .wire import JudgeChild, said

_FOLDER = Path(__file__).parent / "shapes"
_ROOT = Path(__file__).resolve().parents[2]
TASKS = ("softmax", "rms_norm", "swiglu", "linear_gelu", "cross_entropy")
_KERNELS = ("dispatch", "single")
_UNSEEN, _UNSEEN_SECONDS = 20, 300.0
_CPU_SHARE = 64  # of each length, on the cpu target
# On the cpu target a kernel is the reference. This one refuses all shapes but the first.
_FIRST_ALONE = """

_forward, _first = ModelNew.forward, [tensor.shape for tensor in get_inputs()]


def _first_alone(self, *tensors):
    if [tensor.shape for tensor in tensors] != _first:
        raise ValueError("the kernel is for one shape")
    return _forward(self, *tensors)


ModelNew.forward = _first_alone
"""


def main() -> int:
    """Measures what --json does not hold yet, then writes the table. Returns 1 where a kernel that chooses by shape is not right or too slow."""
    asked = _options()
    record, until = begun(asked)
    with tempfile.TemporaryDirectory() as cache, JudgeChild(Path(cache)) as judge:
        for name, kernel in [(name, kernel) for name in TASKS if not asked.only or name in asked.only for kernel in _KERNELS]:
            key = f"{asked.target} {name} {kernel}"
            if key in record.rows or time.monotonic() > until:
                continue
            record.keep(key, {"task": name, "kernel": kernel, **_measured(judge, asked, name, kernel)})
            print(key, json.dumps(record.rows[key]["verdict"])[:300], flush=True)
    rows = [row for key, row in record.rows.items() if key.startswith(f"{asked.target} ")]
    record.write(*_report(rows))
    return int(any(row["kernel"] == "dispatch" and not _is_good(row) for row in rows))


def _measured(judge: JudgeChild, asked: argparse.Namespace, name: str, kernel: str) -> dict:
    source, files = _source(name, asked.target), _files(name, kernel, asked.target)
    verdict, seconds = _judged(judge, source, files, asked.target, asked.tier)
    alone = [_judged(judge, _with_first(source, at), files, asked.target, "search")[0] for at in range(5)] if kernel == "single" else []
    return {"verdict": verdict, "seconds": round(seconds, 1), "alone": alone, "unseen": _unseen(source, files, asked.target)}


def _source(name: str, target: str) -> str:
    """The task file. On the cpu target its shapes are small."""
    text = (_FOLDER / name / "task.py").read_text()
    return text if target == "cuda" else text.replace("\n\nclass Model(", f"\nSHAPES = [(tuple(max(4, length // {_CPU_SHARE}) for length in lengths), weight) for lengths, weight in SHAPES]\n\n\nclass Model(", 1)


def _with_first(source: str, at: int) -> str:
    """The task with one of its shapes alone."""
    return f"{source}\n\nSHAPES = SHAPES[{at} : {at + 1}]\n"


def _files(name: str, kernel: str, target: str) -> "list[dict]":
    if target == "cuda":
        return [{"name": "model_new.py", "text": (_FOLDER / name / f"{kernel}.py").read_text()}]
    text = _source(name, target).replace("class Model(", "class ModelNew(")
    return [{"name": "model_new.py", "text": text + (_FIRST_ALONE if kernel == "single" else "")}]


def _judged(judge: JudgeChild, source: str, files: "list[dict]", target: str, tier: str) -> "tuple[dict, float]":
    """The verdict as far as the table needs it, and the seconds until it came."""
    job = {"protocol": PROTOCOL, "id": "job", "kind": "evaluate", "task": {"name": "task", "source": source}, "target": target, "precision": "fp32"}
    candidate = {"language": "triton" if target == "cuda" else "cpp", "files": files}
    reply, seconds = judge.ask({**job, "library": "library-allowed", "baselines": [], "tier": tier, "candidate": candidate})
    verdict = reply.get("verdict", {})
    found = {"status": said(reply), "problem": str(verdict.get("problem") or "")[:300], "shape": verdict.get("shape")}
    return {**found, **{key: verdict.get(key) for key in ("stage", "speedup", "shapes", "unseen", "place", "seconds")}}, seconds


def _unseen(source: str, files: "list[dict]", target: str) -> "list[dict]":
    """{name, right, problem} of each hidden shape that a plain process tried. One that ends the process is the last."""
    given = json.dumps({"source": source, "files": files, "target": target})
    try:
        done = subprocess.run([sys.executable, "-m", "evals.judge.unseen_shapes", str(_UNSEEN)], cwd=_ROOT, input=given, stdout=subprocess.PIPE, text=True, timeout=_UNSEEN_SECONDS)
        lines = done.stdout
    except subprocess.TimeoutExpired as late:
        lines = late.stdout.decode() if isinstance(late.stdout, bytes) else late.stdout or ""
    rows = [json.loads(line) for line in lines.splitlines() if line.startswith("{")]
    begun = [row for row in rows if "right" not in row]
    ended = {row["name"]: row for row in rows if "right" in row}
    return [ended.get(row["name"], {"name": row["name"], "right": False, "problem": "the process ended"}) for row in begun]


def _is_good(row: dict) -> bool:
    verdict = row["verdict"]
    return verdict["status"] == "ok" and all(each["right"] for each in row["unseen"]) and min(one["speedup"]["median"] for one in verdict["shapes"]) >= 0.98


def _report(rows: "list[dict]") -> "list[str]":
    heads = ["task", "kernel", "verdict on all shapes", "weighted speedup", "slowest shape", "shapes right of 5", "hidden shapes right", "judge, s"]
    lines = [[row["task"], row["kernel"], _status(row), interval(row["verdict"]["speedup"]), _worst(row), _right(row), _hidden(row), row["seconds"]] for row in rows]
    each = [[row["task"], one["name"], one["weight"], one["baseline"]["medianUs"], one["candidate"]["medianUs"], one["speedup"]["median"]] for row in rows for one in row["verdict"]["shapes"] or []]
    gains = [row["verdict"]["speedup"]["median"] for row in rows if row["kernel"] == "dispatch" and row["verdict"]["speedup"]]
    mean = f"Geometric mean of the weighted speedups: {math.exp(sum(map(math.log, gains)) / len(gains)):.3f} over {len(gains)} tasks." if gains else "No kernel passed."
    return ["# Kernels on several shapes", mean, table(heads, lines), "Each shape of the kernels that passed:", table(["task", "shape", "weight", "eager, us", "kernel, us", "speedup"], each)]


def _status(row: dict) -> str:
    verdict = row["verdict"]
    return verdict["status"] + (f" on {verdict['shape']}" if verdict["shape"] else "")


def _worst(row: dict) -> "str | None":
    """The slowest shape: of the verdict on all, or of the verdicts on each alone."""
    found = {one["name"]: one["speedup"]["median"] for one in row["verdict"]["shapes"] or []}
    found = found or {str(at): one["speedup"]["median"] for at, one in enumerate(row["alone"], 1) if one["speedup"]}
    name = min(found, key=lambda each: found[each], default=None)
    return None if name is None else f"{name}: {found[name]:.3f}"


def _right(row: dict) -> int:
    alone = row["alone"]
    return sum(one["status"] == "ok" for one in alone) if alone else len(row["verdict"]["shapes"] or [])


def _hidden(row: dict) -> str:
    return f"{sum(one['right'] for one in row['unseen'])} of {len(row['unseen'])}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.workloads", description="Judges kernels on tasks with several shapes.")
    add_series_options(parser, "workloads", TASKS, "on all shapes")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
