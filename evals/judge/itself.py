"""`python3 -m evals.judge.itself --kernelbench KB`: judges the reference of each task as a candidate for itself. No such candidate may be rejected.

The tasks are KernelBench's representative subset, or all of a level's with --all. Reports name tasks by level and number only. GPUs work side by
side, each with its own judge.
"""

import argparse
import re
import tempfile
from collections import Counter
from pathlib import Path

from judge.oracle.kernelbench.tasks import COMMIT, REPRESENTATIVE, Problem, problems
from judge.protocol.jobs import PROTOCOL

from . import lanes
from .lanes import Lane, Work
from .report import Record, add_json_option, table
from .wire import JudgeChild, said


def main() -> None:
    """Judges what --json does not hold yet, then writes the table."""
    asked = _options()
    record = Record(asked.json)
    every = [each for level in asked.levels for each in problems(asked.kernelbench, level)]
    chosen = [each for each in every if asked.all or each.number in REPRESENTATIVE[each.level]]
    todo = [each for each in chosen if each.name not in record.rows]
    try:
        if todo:
            lanes.side_by_side(lanes.lanes(asked.target, asked.gpus), todo, asked.seconds, lambda lane, work: _measure(asked, record, lane, work))
    finally:
        record.write(*_report(record.rows))


def _measure(asked: argparse.Namespace, record: Record, lane: Lane, work: Work) -> None:
    with tempfile.TemporaryDirectory() as cache, JudgeChild(Path(cache), lane.environment) as judge:
        for problem in work:
            reply, seconds = judge.ask(_job(problem, asked))
            verdict = reply.get("verdict", {})
            row = {"said": said(reply), "problem": str(verdict.get("problem") or "")[:200], "unproven": verdict.get("unproven", []), "seconds": seconds}
            row |= {"errorShare": verdict.get("errorShare"), "speedup": verdict.get("speedup"), "comparison": verdict.get("comparison")}
            record.keep(problem.name, row)
            print(f"{problem.name}: {row['said']} {row['problem']} after {seconds:.1f} s", flush=True)


def _job(problem: Problem, asked: argparse.Namespace) -> dict:
    """The job for the task's own module under the candidate's name."""
    text = re.sub(r"\bModel\b", "ModelNew", problem.source)
    name = f"level{problem.level}_{problem.number}"
    job = {"protocol": PROTOCOL, "id": name, "kind": "evaluate", "task": {"name": name, "source": problem.source}, "target": asked.target}
    job |= {"precision": "fp32", "library": "library-allowed", "baselines": [], "tier": "sweep" if asked.sweep else "search", "rareChecks": True}
    return {**job, "candidate": {"language": "cpp" if asked.target == "cpu" else "cuda", "files": [{"name": "model_new.py", "text": text}]}}


def _report(rows: "dict[str, dict]") -> "list[str]":
    counts = Counter(row["said"].split(":")[0] for row in rows.values())
    found = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    names = Counter(name for row in rows.values() for name in row["unproven"])
    unproven = ", ".join(f"`{name}` {count}" for name, count in names.most_common()) or "nothing"
    lines = [[name, row["said"], row["problem"], ", ".join(row["unproven"])] for name, row in rows.items() if row["said"] != "ok" or row["unproven"]]
    return [f"# The reference as its own candidate\n\n{len(rows)} tasks: {found}. Unproven: {unproven}. KernelBench at {COMMIT}.", table(["task", "verdict", "problem", "unproven"], lines)]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.itself", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernelbench", type=Path, required=True, metavar="DIR", help=f"a KernelBench checkout at {COMMIT}")
    add_json_option(parser, "itself")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--all", action="store_true", help="all tasks of the levels, not the representative subset alone")
    parser.add_argument("--sweep", action="store_true", help="judge at the tier of a sweep, which does not look for what is unproven")
    parser.add_argument("--target", choices=("cuda", "cpu"), default="cuda")
    lanes.add_options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    main()
