"""`python3 -m evals.judge.agreement`: compares the verdicts of KernelBench's own evaluator and of the judge on the same candidates.

They disagree if the verdicts differ, or if the speedups differ by more than half. The report lists each disagreement with the
explanation that cases.py gave before the measurement. It also lists unexpected verdicts.
"""

import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from judge.oracle.kernelbench.tasks import COMMIT, problem

from . import theirs
from .cases import CASES, Case
from .forms import export
from .report import Record, add_json_option, table
from .wire import JudgeChild, said

_FAR = 1.5  # speedups that differ by more than this factor disagree


def main() -> None:
    """Judges what is not in --json yet, then writes the table."""
    options = _options()
    record = Record(options.json)
    chosen = sorted((case for case in CASES if not options.only or case.bundle.name in options.only), key=lambda case: (case.bundle.level, case.bundle.number))
    if "ours" in options.sides:
        _judge_ours(options, record, chosen)
    if "theirs" in options.sides:
        _judge_theirs(options, record, chosen)
    record.write(*_report(record.rows))


def _judge_ours(options: argparse.Namespace, record: Record, chosen: "list[Case]") -> None:
    missing = [case for case in chosen if f"{case.bundle.name}/ours" not in record.rows]
    with tempfile.TemporaryDirectory() as cache, JudgeChild(Path(cache)) as judge:
        for at, case in enumerate(missing):
            source = problem(options.kernelbench, case.bundle.level, case.bundle.number).source
            reply, wall = judge.ask(case.bundle.job(f"case{at}", source, "search"))
            if reply["kind"] == "broken":
                sys.exit(f"{case.bundle.name}: the judge failed: {said(reply)}")
            verdict = reply.get("verdict", {})
            status = verdict.get("status", reply["kind"])
            row = {"accepted": status == "ok", "status": status, "speedup": verdict.get("speedup", {}).get("median"), "wallS": wall}
            row["note"] = str(verdict.get("problem") or verdict.get("diagnostics") or (said(reply) if "verdict" not in reply else ""))[:300]
            print(f"{case.bundle.name}: ours {status} {row['note']}", flush=True)
            record.keep(f"{case.bundle.name}/ours", row)


def _judge_theirs(options: argparse.Namespace, record: Record, chosen: "list[Case]") -> None:
    missing = [case for case in chosen if f"{case.bundle.name}/theirs" not in record.rows]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.together) as pool:
        lock = Path(folder) / "lock" if options.together > 1 else None

        def ask(case: Case) -> dict:
            source = problem(options.kernelbench, case.bundle.level, case.bundle.number).source
            return theirs.evaluate(options.kernelbench, source, export(case.bundle), case.bundle.language, lock)

        for case, found in zip(missing, pool.map(ask, missing)):
            status = "correct" if found["correct"] else "not correct"
            row = {"accepted": found["correct"], "status": status, "speedup": found.get("speedup"), "wallS": found["wallS"]}
            row |= {"note": found["note"][:300], "flagged": found.get("flagged", False)}
            print(f"{case.bundle.name}: KernelBench {row['status']} {row['note']}", flush=True)
            record.keep(f"{case.bundle.name}/theirs", row)


def _report(rows: "dict[str, dict]") -> "list[str]":
    lines, explained, unexpected = [], [], []
    for case in CASES:
        name = case.bundle.name
        ours, others = rows.get(f"{name}/ours"), rows.get(f"{name}/theirs")
        if ours is None or others is None:
            continue
        agree = _agree(ours, others)
        task = f"level{case.bundle.level}/{case.bundle.number}"
        flag = " (flagged)" if others["flagged"] else ""
        lines.append([case.kind, name, task, ours["status"], ours["speedup"], others["status"] + flag, others["speedup"], "yes" if agree else "**no**"])
        if not agree:
            explained.append(f"- **{name}**: {case.why or 'not explained beforehand: to be looked into'}")
        if ours["status"] not in case.ours or others["accepted"] != case.theirs:
            unexpected.append(f"- {name}: expected {' or '.join(case.ours)} and {case.theirs}; seen {ours['status']} ({ours['note']}) and {others['accepted']} ({others['note']})")
    agreed = sum(line[-1] == "yes" for line in lines)
    heads = ["kind", "candidate", "task", "the judge", "speedup", "KernelBench", "speedup", "agree"]
    return [
        f"# Agreement\n\n{len(lines)} candidates, {agreed} judged alike. KernelBench at {COMMIT}, its scripts' defaults; the judge at search tier.",
        table(heads, lines),
        "## Disagreements\n\n" + ("\n".join(explained) or "None."),
        "## Not as expected\n\n" + ("\n".join(unexpected) or "Nothing."),
    ]


def _agree(ours: dict, others: dict) -> bool:
    if ours["accepted"] != others["accepted"]:
        return False
    if not ours["speedup"] or not others["speedup"]:
        return True
    return 1 / _FAR <= ours["speedup"] / others["speedup"] <= _FAR


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.agreement", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernelbench", type=Path, required=True, metavar="DIR", help=f"a KernelBench checkout at {COMMIT}")
    add_json_option(parser, "agreement")
    parser.add_argument("--only", nargs="+", metavar="CANDIDATE", help="candidates by name")
    parser.add_argument("--sides", nargs="+", choices=("ours", "theirs"), default=["ours", "theirs"])
    parser.add_argument("--together", type=int, default=4, metavar="N", help="KernelBench evaluations that start at once and take turns on the GPU (default: 4)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
