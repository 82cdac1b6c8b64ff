"""`python3 -m evals.judge.accuracy`: the judge's time per call of honest kernels, against the device's events in a plain process.

Each kernel of honest.py is judged at the search tier. Then a plain process on the same device times the candidate and eager (truth.py).
A time agrees if it lies within 3 % + 3 us of the plain process's calls in a row, launches included. GPUs work side by side.
"""

import argparse
import tempfile
from pathlib import Path

from . import lanes
from .honest import Honest, kernels
from .lanes import Lane, Work
from .report import Record, add_json_option, table
from .wire import JudgeChild, LineChild, said

_SHARE, _SLACK_US = 0.03, 3.0


def main() -> None:
    """Measures what --json does not hold yet, then writes the table."""
    asked = _options()
    record = Record(asked.json)
    groups = [[each for each in group if _is_missing(each, record, asked.only)] for group in kernels(asked.target)]
    todo = [group for group in groups if group]
    try:
        if todo and not asked.show:
            with tempfile.TemporaryDirectory() as cache:
                lanes.side_by_side(lanes.lanes(asked.target, asked.gpus), todo, asked.seconds, lambda lane, work: _measure(asked.target, record, Path(cache), lane, work))
    finally:
        record.write(*_report(record.rows))


def _is_missing(kernel: Honest, record: Record, only: "list[str]") -> bool:
    row = record.rows.get(kernel.name)
    return (row is None or compared(row, "candidate") is None) and (not only or any(word in kernel.name for word in only))


def _measure(target: str, record: Record, cache: Path, lane: Lane, work: Work) -> None:
    """Measures task after task with one judge and one server of plain processes. They share the builds in `cache`, and take turns on the device."""
    environment = {**lane.environment, "KERNELWRIGHT_CACHE": str(cache)}
    with JudgeChild(cache, lane.environment) as judge, LineChild("evals.judge.truth", environment) as plain:
        for group in work:
            by_id = {f"kernel{at}": kernel for at, kernel in enumerate(group)}
            for job_id, kernel in by_id.items():
                judge.send(kernel.job(job_id, target))
            replies = [judge.reply() for _ in group]
            for reply in replies:
                kernel = by_id[reply["id"]]
                request = {"task": kernel.source, "precision": kernel.precision, "target": target, "files": kernel.files}
                row = {"task": kernel.task, "gpu": lane.gpu, "judge": _judged(reply), "truth": plain.ask(request)[0]}
                record.keep(kernel.name, row)
                print(_line(kernel.name, row), flush=True)


def _judged(reply: dict) -> dict:
    """What the judge found: microseconds per call of both sides, and the conditions."""
    verdict = reply.get("verdict", {})
    found = {"status": said(reply), "problem": str(verdict.get("problem") or verdict.get("diagnostics") or "")[:300]}
    found |= {name: verdict.get(name) for name in ("speedup", "comparison", "noiseBand", "timedTwice", "clocks", "seconds")}
    return {**found, "candidate": verdict.get("candidate"), "eager": verdict.get("baseline")}


def compared(row: dict, side: str) -> "dict | None":
    """{judge, chained, device, error, within}: microseconds per call of one side, the judge's relative error, and whether it agrees. None without both times."""
    ours, plain = row["judge"].get(side), row["truth"].get(side)
    if not ours or not plain:
        return None
    ours, chained = ours["medianUs"], plain["chainedUs"]
    within = abs(ours - chained) <= _SHARE * chained + _SLACK_US
    return {"judge": ours, "chained": chained, "device": plain.get("deviceUs"), "error": ours / chained - 1, "within": within}


def _line(name: str, row: dict) -> str:
    found = compared(row, "candidate")
    if found is None:
        return f"{name}: {row['judge']['status']} {row['judge']['problem'][:120]} {row['truth'].get('error') or ''}"
    return f"{name}: judge {found['judge']:.4g} us, chained {found['chained']:.4g} us, {100 * found['error']:+.1f} %{'' if found['within'] else ' OUTSIDE'}"


def _report(rows: "dict[str, dict]") -> "list[str]":
    known = {(name, side): found for name, row in rows.items() for side in ("candidate", "eager") if (found := compared(row, side))}
    lines = [[name, *_cells(known.get((name, "candidate"))), *_cells(known.get((name, "eager"))), *_speedups(row)] for name, row in rows.items()]
    heads = ["kernel", "judge, us", "chained, us", "device, us", "error", "agrees", "eager: judge, us", "chained, us", "device, us", "error", "agrees", "speedup", "true"]
    others = [f"- {name}: {row['judge']['status']} {row['judge']['problem']} {row['truth'].get('error', '')}" for name, row in rows.items() if (name, "candidate") not in known]
    return [f"# The judge's clock against the device's events\n\n{_summary(known)}", table(heads, lines), "Without a time:\n\n" + ("\n".join(others) or "None.")]


def _cells(found: "dict | None") -> list:
    if found is None:
        return [None] * 5
    return [found["judge"], found["chained"], found["device"], f"{100 * found['error']:+.1f} %", "yes" if found["within"] else "**no**"]


def _speedups(row: dict) -> list:
    plain = row["truth"]
    true = plain["eager"]["chainedUs"] / plain["candidate"]["chainedUs"] if "eager" in plain else None
    return [(row["judge"]["speedup"] or {}).get("median"), true]


def _summary(known: dict) -> str:
    """The shares within the bound."""
    parts = []
    for side in ("candidate", "eager"):
        found = [each["within"] for (_name, of), each in known.items() if of == side]
        parts.append(f"{side}: {sum(found)} of {len(found)}")
    within = sum(each["within"] for each in known.values())
    share = f" ({100 * within / len(known):.0f} %)" if known else ""
    return f"Times within {100 * _SHARE:g} % + {_SLACK_US:g} us of calls in a row: {within} of {len(known)}{share}; {', '.join(parts)}."


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.accuracy", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_json_option(parser, "accuracy")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="only kernels whose name contains one of these")
    parser.add_argument("--target", choices=("cuda", "cpu"), default="cuda", help="cpu: the kernels in plain torch, for a trial without a GPU")
    parser.add_argument("--show", action="store_true", help="measure nothing, only write the table again")
    lanes.add_options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    main()
