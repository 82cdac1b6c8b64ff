"""`python3 -m evals.judge.winners`: judges the winners of kept runs again: old and new speedup, the plain process's, and KernelBench's.

The best attempts of evals/search/recorded come first, then the promoted attempts of each run in --runs: a run's folder, or a .tar.gz of one,
with events.jsonl and artifacts. Each is judged at promotion. A plain process times it by the device's events (truth.py). With --kernelbench,
KernelBench's own evaluator judges it as well. The judge's verdict has KernelBench's rules in any case.
"""

import argparse
import gzip
import json
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from judge.oracle.kernelbench.tasks import COMMIT
from judge.protocol.jobs import PROTOCOL

from . import lanes, theirs
from .bundles import Bundle
from .forms import export
from .lanes import Lane, Work
from .report import Record, add_json_option, table
from .wire import JudgeChild, LineChild, said

_ROOT = Path(__file__).resolve().parents[2]
_RECORDED = _ROOT / "evals" / "search" / "recorded"


@dataclass(frozen=True)
class Winner:
    """A kernel of a kept run, with its speedup at that time. `task`: {name, source}. `candidate`: {language, files}."""

    name: str
    task: "dict[str, str]"
    target: str
    precision: str
    candidate: dict
    speedup: float
    us: float

    def job(self) -> dict:
        """The judge's job for it at promotion."""
        job = {"protocol": PROTOCOL, "id": "winner", "kind": "evaluate", "task": self.task, "target": self.target, "precision": self.precision}
        return {**job, "library": "library-allowed", "baselines": [], "tier": "promotion", "candidate": self.candidate}

    @property
    def files(self) -> "dict[str, str]":
        return {file["name"]: file["text"] for file in self.candidate["files"]}


def recorded(best: int) -> "list[Winner]":
    """The `best` fastest attempts of each search in evals/search/recorded."""
    found = []
    for place in sorted(_RECORDED.glob("*.json.gz")):
        search = json.loads(gzip.decompress(place.read_bytes()))
        passed = sorted((each for each in search["attempts"] if each["status"] == "ok"), key=lambda each: -each["speedup"][0])
        for attempt in passed[:best]:
            candidate = {"language": "cuda", "files": attempt["files"]}
            name = f"{search['task']['name']}/{attempt['id']}"
            found.append(Winner(name, search["task"], "cuda", "fp32", candidate, attempt["speedup"][0], attempt["us"]))
    return found


def promoted(run: Path) -> "list[Winner]":
    """The attempts that a kept run promoted. Raises SystemExit if `run` holds no run."""
    texts = _texts(run)
    if "events.jsonl" not in texts:
        raise SystemExit(f"{run} holds no events.jsonl: give a run's folder, or a .tar.gz of one")
    events = [json.loads(line) for line in texts["events.jsonl"].splitlines()]
    sources = {event["attempt"]["id"]: event["attempt"]["source"] for event in events if event["type"] == "attempted"}
    started = next(event for event in events if event["type"] == "started")
    task = {"name": started["task"], "source": _reference(run, texts)}
    winners = []
    for event in events:
        if event["type"] == "promoted" and event["verdict"]["status"] == "ok" and event["attempt"] in sources:
            candidate = json.loads(texts[f"artifacts/{sources[event['attempt']]}"])
            numbers = event["verdict"]["speedup"]["median"], event["verdict"]["candidate"]["medianUs"]
            winners.append(Winner(f"{started['runId']}/{event['attempt']}", task, started["target"], started["precision"], candidate, *numbers))
    return winners


def _texts(run: Path) -> "dict[str, str]":
    """The event log and the artifacts of a run, by their path in its folder."""
    if run.is_dir():
        return {str(place.relative_to(run)): place.read_text() for place in [*run.glob("events.jsonl"), *run.glob("artifacts/*")]}
    with tarfile.open(run) as archive:
        members = {member.name.partition("/")[2]: member for member in archive if member.isfile()}
        return {name: archive.extractfile(member).read().decode() for name, member in members.items() if name == "events.jsonl" or name.startswith("artifacts/")}


def _reference(run: Path, texts: "dict[str, str]") -> str:
    """The task's source: the root attempt's only file."""
    for name, text in texts.items():
        if name.startswith("artifacts/") and text.startswith('{"language"'):
            [file, *others] = json.loads(text)["files"]
            if file["name"] == "reference.py" and not others:
                return file["text"]
    raise SystemExit(f"{run} holds no reference.py: the run is damaged")


def main() -> None:
    """Judges what --json does not hold yet, then writes the table."""
    asked = _options()
    record = Record(asked.json)
    found = [*(recorded(asked.best) if asked.target == "cuda" else []), *(winner for run in asked.runs for winner in promoted(run))]
    todo = [winner for winner in found if winner.target == asked.target and not _is_known(winner, record, asked)]
    try:
        if todo and not asked.show:
            with tempfile.TemporaryDirectory() as cache:
                chosen = lanes.lanes(asked.target, asked.gpus)
                lanes.side_by_side(chosen, todo, asked.seconds, lambda lane, work: _measure(asked, record, Path(cache), lane, work))
    finally:
        record.write(*_report(record.rows))


def _is_known(winner: Winner, record: Record, asked: argparse.Namespace) -> bool:
    row = record.rows.get(winner.name)
    return row is not None and (row["kernelbench"] is not None or not asked.kernelbench)


def _measure(asked: argparse.Namespace, record: Record, cache: Path, lane: Lane, work: Work) -> None:
    environment = {**lane.environment, "KERNELWRIGHT_CACHE": str(cache)}
    with JudgeChild(cache, lane.environment) as judge, LineChild("evals.judge.truth", environment) as plain:
        for winner in work:
            row: dict = {**(record.rows.get(winner.name) or _judged(winner, judge, plain)), "gpu": lane.gpu}
            if asked.kernelbench:
                bundle = Bundle("winner", 0, 0, winner.candidate["language"], winner.files)
                row["kernelbench"] = theirs.evaluate(asked.kernelbench, winner.task["source"], export(bundle), bundle.language, environment=lane.environment)
            record.keep(winner.name, row)
            print(f"{winner.name}: {row['status']} {winner.speedup:.4g}x, now {row['speedup'] and row['speedup']['median']}", flush=True)


def _judged(winner: Winner, judge: JudgeChild, plain: LineChild) -> dict:
    """The new verdict and the plain process's times, beside the old ones."""
    reply = judge.ask(winner.job())[0]
    verdict = reply.get("verdict", {})
    row = {"old": {"speedup": winner.speedup, "us": winner.us}, "status": said(reply), "problem": str(verdict.get("problem") or "")[:300], "kernelbench": None}
    row |= {name: verdict.get(name) for name in ("speedup", "candidate", "baseline", "comparison", "unproven", "callTimes", "seconds")}
    request = {"task": winner.task["source"], "precision": winner.precision, "target": winner.target, "files": winner.files}
    return {**row, "judgeKernelbench": verdict.get("kernelbench"), "truth": plain.ask(request)[0]}


def _report(rows: "dict[str, dict]") -> "list[str]":
    lines = []
    for name, row in rows.items():
        truth = row["truth"]
        true = truth["eager"]["chainedUs"] / truth["candidate"]["chainedUs"] if "eager" in truth else None
        ours = row["speedup"] or {}
        interval = f"{ours['low']:.3g} to {ours['high']:.3g}" if ours else None
        times = [(row["candidate"] or {}).get("medianUs"), truth.get("candidate", {}).get("chainedUs")]
        lines.append([name, row["old"]["speedup"], row["old"]["us"], row["status"], ours.get("median"), interval, *times, true, *_by(row["judgeKernelbench"]), *_by(row["kernelbench"])])
    heads = ["winner", "old speedup", "old, us", "verdict now", "speedup", "interval", "us", "plain process, us", "its speedup"]
    heads += ["KernelBench's rules in the judge", "their speedup", "KernelBench's evaluator", "its speedup"]
    return [f"# Winners, judged again\n\nKernelBench at {COMMIT}.", table(heads, lines)]


def _by(found: "dict | None") -> list:
    """What KernelBench says of a winner, and its speedup."""
    if found is None:
        return [None, None]
    return ["correct" if found["correct"] else f"not correct: {found['note'][:80]}", found.get("speedup")]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.winners", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_json_option(parser, "winners")
    parser.add_argument("--runs", nargs="+", type=Path, default=[], metavar="PATH", help="kept runs: folders, or .tar.gz of folders")
    parser.add_argument("--best", type=int, default=1, metavar="N", help="attempts of each recorded search, the fastest first (default: 1)")
    parser.add_argument("--kernelbench", type=Path, metavar="DIR", help=f"a KernelBench checkout at {COMMIT}")
    parser.add_argument("--target", choices=("cuda", "cpu"), default="cuda", help="judge the winners of this target")
    parser.add_argument("--show", action="store_true", help="measure nothing, only write the table again")
    lanes.add_options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    main()
