"""`python3 -m evals.judge.accuracy`: the judge's time per call of honest kernels, against the device's events in a plain process.

Each kernel of honest.py is judged at the search tier. Then plain processes on the same device time the candidate and eager (truth.py).
A time agrees if it lies within 3 % + 3 us of their calls in a row, launches included: of the median over processes. Plain processes differ
from each other as well, where calls wait for the host: the host part is then at least nine tenths of a call's time. The summary therefore
counts both kinds of calls apart. It also counts how many times lie within the processes' own range by the same rule, and how many of the
processes agree with the median of the others. GPUs work side by side.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median

from . import lanes
from .honest import Honest, kernels
from .lanes import Lane, Work
from .report import Record, add_json_option, table
from .wire import JudgeChild, LineChild, said

_SHARE, _SLACK_US = 0.03, 3.0
_BY_HOST = 0.9  # a call waits for the host if its host part is this share of its time


def main() -> None:
    """Measures what --json does not hold yet, then writes the table."""
    asked = _options()
    record = Record(asked.json)
    groups = [[each for each in group if _is_missing(each, record, asked.only)] for group in kernels(asked.target)]
    todo = [group for group in groups if group]
    try:
        if todo and not asked.show:
            with tempfile.TemporaryDirectory() as cache:
                lanes.side_by_side(lanes.lanes(asked.target, asked.gpus), todo, asked.seconds, lambda lane, work: _measure(asked, record, Path(cache), lane, work))
    finally:
        record.write(*_report(record.rows))


def _is_missing(kernel: Honest, record: Record, only: "list[str]") -> bool:
    row = record.rows.get(kernel.name)
    return (row is None or compared(row, "candidate") is None) and (not only or any(word in kernel.name for word in only))


def _measure(asked: argparse.Namespace, record: Record, cache: Path, lane: Lane, work: Work) -> None:
    """Measures task after task with one judge and one server of plain processes. They share the builds in `cache`, and take turns on the device."""
    target, environment = asked.target, {**lane.environment, "KERNELWRIGHT_CACHE": str(cache)}
    with JudgeChild(cache, lane.environment) as judge, LineChild("evals.judge.truth", environment) as plain:
        for group in work:
            by_id = {f"kernel{at}": kernel for at, kernel in enumerate(group)}
            for job_id, kernel in by_id.items():
                judge.send(kernel.job(job_id, target))
            replies = [judge.reply() for _ in group]
            for reply in replies:
                kernel = by_id[reply["id"]]
                request = {"task": kernel.source, "precision": kernel.precision, "target": target, "files": kernel.files}
                row = {"name": kernel.name, "task": kernel.task, "gpu": lane.gpu, "judge": _judged(reply), "truth": [plain.ask(request)[0] for _ in range(asked.processes)]}
                record.keep(kernel.name, row)
                print(_line(kernel.name, row), flush=True)


def _judged(reply: dict) -> dict:
    """What the judge found: microseconds per call of both sides, and the conditions."""
    verdict = reply.get("verdict", {})
    found = {"status": said(reply), "problem": str(verdict.get("problem") or verdict.get("diagnostics") or "")[:300]}
    found |= {name: verdict.get(name) for name in ("speedup", "comparison", "noiseBand", "timedTwice", "clocks", "seconds")}
    return {**found, "candidate": verdict.get("candidate"), "eager": verdict.get("baseline")}


def compared(row: dict, side: str) -> "dict | None":
    """The judge's microseconds per call of one side against the plain processes'. None without both times.

    The result has these keys:

    - judge, device, paced, pinned, queued: medians, see truth.py
    - chained: the median over processes, from `low` to `high`
    - error: the judge's relative error
    - within, inRange: whether the judge agrees with `chained`, and with the nearest process
    - byHost: whether calls wait for the host
    - plain: (processes that agree with the median of the others, all)
    - part: (the judge's device part, `queued`, whether they agree). None if the judge does not know it
    """
    ours, times = row["judge"].get(side), [each[side] for each in row["truth"] if side in each]
    if not ours or not times:
        return None
    chained = [each["chainedUs"] for each in times]
    middle = {name: median(each[f"{name}Us"] for each in times) for name in ("chained", "device", "paced", "pinned", "queued") if f"{name}Us" in times[0]}
    others = [median(chained[:at] + chained[at + 1 :]) for at in range(len(chained))] if len(chained) > 1 else []
    plain = sum(_agrees(one, other) for one, other in zip(chained, others)), len(others)
    us, low, high = ours["medianUs"], min(chained), max(chained)
    by_host = median(each["hostUs"] for each in times) >= _BY_HOST * middle["chained"]
    found = {"judge": us, **middle, "low": low, "high": high, "plain": plain, "byHost": by_host, "part": _part(ours.get("deviceUs"), middle.get("queued"))}
    return {**found, "error": us / middle["chained"] - 1, "within": _agrees(us, middle["chained"]), "inRange": _agrees(us, min(max(us, low), high))}


def _part(us: "float | None", true: "float | None") -> "tuple[float, float, bool] | None":
    return None if us is None or true is None else (us, true, _agrees(us, true))


def _agrees(us: float, true: float) -> bool:
    return abs(us - true) <= _SHARE * true + _SLACK_US


def _line(name: str, row: dict) -> str:
    found = compared(row, "candidate")
    if found is None:
        return f"{name}: {row['judge']['status']} {row['judge']['problem'][:120]} {_errors(row)}"
    return f"{name}: judge {found['judge']:.4g} us, chained {found['chained']:.4g} us, {100 * found['error']:+.1f} %{'' if found['within'] else ' OUTSIDE'}"


def _errors(row: dict) -> str:
    return "; ".join(each["error"] for each in row["truth"] if "error" in each)


def _report(rows: "dict[str, dict]") -> "list[str]":
    known = {(name, side): found for name, row in rows.items() for side in ("candidate", "eager") if (found := compared(row, side))}
    lines = [[name, side, "host" if found["byHost"] else "device", *_cells(found), _speedup(rows[name], side, known)] for (name, side), found in known.items()]
    heads = ["kernel", "side", "waits for", "judge, us", "plain processes, us", "range", "error", "agrees", "alone, us", "after a rest, us", "pinned, us", "device part, us", "queued, us", "agrees", "speedup (plain)"]
    others = [f"- {name}: {row['judge']['status']} {row['judge']['problem']} {_errors(row)}" for name, row in rows.items() if (name, "candidate") not in known]
    return [f"# The judge's clock against the device's events\n\n{_summary(known)}", table(heads, lines), "Without a time:\n\n" + ("\n".join(others) or "None.")]


def _cells(found: dict) -> list:
    edges = f"{found['low']:.4g} to {found['high']:.4g}"
    return [found["judge"], found["chained"], edges, f"{100 * found['error']:+.1f} %", _word(found["within"]), *(found.get(name) for name in ("device", "paced", "pinned")), *_part_cells(found["part"])]


def _part_cells(part: "tuple[float, float, bool] | None") -> list:
    return [part[0], part[1], _word(part[2])] if part else ["", "", ""]


def _word(agrees: bool) -> str:
    return "yes" if agrees else "**no**"


def _speedup(row: dict, side: str, known: dict) -> str:
    """The judge's speedup, and the plain processes', beside the candidate."""
    both = [known.get((row["name"], of)) for of in ("eager", "candidate")]
    if side == "eager" or not all(both) or not row["judge"]["speedup"]:
        return ""
    return f"{row['judge']['speedup']['median']:.3g} ({both[0]['chained'] / both[1]['chained']:.3g})"


def _summary(known: dict) -> str:
    """The shares within the bound, by what the calls wait for."""
    lines = [f"Times within {100 * _SHARE:g} % + {_SLACK_US:g} us of calls in a row:", ""]
    kinds = (("wait for the device", lambda _of, each: not each["byHost"]), ("wait for the host", lambda _of, each: each["byHost"]))
    kinds += (("candidates", lambda of, _each: of == "candidate"), ("eager", lambda of, _each: of == "eager"), ("all", lambda _of, _each: True))
    rows = []
    for name, belongs in kinds:
        found = [each for (_name, of), each in known.items() if belongs(of, each)]
        agreeing, plain = [sum(each["plain"][at] for each in found) for at in (0, 1)]
        counts = [f"{sum(each[word] for each in found)} of {len(found)}" for word in ("within", "inRange")]
        parts = [each["part"] for each in found if each["part"]]
        error = 100 * median([each["error"] for each in found]) if found else None
        rows.append([name, *counts, f"{agreeing} of {plain}", error, f"{sum(right for _us, _true, right in parts)} of {len(parts)}"])
    return "\n".join([*lines, table(["calls", "agree", "agree with a plain process", "plain processes that agree with the others", "median error, %", "device parts agree"], rows)])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.accuracy", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_json_option(parser, "accuracy")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="only kernels whose name contains one of these")
    parser.add_argument("--target", choices=("cuda", "cpu"), default="cuda", help="cpu: the kernels in plain torch, for a trial without a GPU")
    parser.add_argument("--show", action="store_true", help="measure nothing, only write the table again")
    parser.add_argument("--processes", type=int, default=3, metavar="N", help="plain processes of each kernel (default: 3)")
    lanes.add_options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    main()
