"""`python3 -m evals.judge.throughput`: wall-clock seconds from source to verdict, for the judge and for KernelBench's evaluator.

The judge is timed as a search uses it: bundles over JSON lines, each compiled afresh.
- `cold`: the first candidate, from the start of a judge with an empty cache.
- `search`: the next candidate on the same task, without hardware counters. KernelBench's evaluator reads none either.
- `counted`: the same with counters, as a search asks for where an agent will read them.
- `promotion`: a candidate at that tier.

KernelBench's evaluator is timed as its scripts run it: one fresh process per candidate, `load_inline`, default settings.
GPUs work side by side, each with its own share of the cores.
"""

import argparse
import math
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from judge.oracle.kernelbench.tasks import COMMIT, problem

from . import lanes, theirs
from .bundles import HONEST, Bundle
from .forms import FORMS
from .lanes import Lane, Work
from .report import Record, add_json_option, table
from .wire import JudgeChild, said

_KINDS = {"search": ("search", False), "counted": ("search", True), "promotion": ("promotion", False)}  # tier and counters of each


def main() -> None:
    """Measures what is not in --json yet, then writes the tables."""
    asked, began = _options(), time.monotonic()
    record = Record(asked.json)
    chosen = [HONEST[name] for name in asked.only or HONEST]
    try:
        for side, measure in (("ours", _measure_ours), ("theirs", _measure_theirs)):
            if side in asked.sides and not asked.show:
                left = asked.seconds - (time.monotonic() - began)
                lanes.side_by_side(lanes.lanes("cuda", asked.gpus), chosen, left, lambda lane, work: measure(asked, record, lane, work))
    finally:
        record.write(*_report(record.rows, asked.form))


def _measure_ours(asked: argparse.Namespace, record: Record, lane: Lane, work: Work) -> None:
    for bundle in work:
        kinds = [kind for kind in asked.kinds if f"{bundle.name}/{kind}" not in record.rows]
        if kinds:
            _judge_task(asked, record, lane, bundle, kinds)


def _judge_task(asked: argparse.Namespace, record: Record, lane: Lane, bundle: Bundle, kinds: "list[str]") -> None:
    """Starts a judge with an empty cache, and judges a candidate of each kind after a cold one."""
    source = problem(asked.kernelbench, bundle.level, bundle.number).source
    with tempfile.TemporaryDirectory() as cache:
        started = time.monotonic()
        with JudgeChild(Path(cache), lane.environment) as judge:
            reply, _wall = judge.ask(bundle.job("cold", source, "search"))
            _keep_ours(record, f"{bundle.name}/cold", reply, time.monotonic() - started)
            for kind in kinds:
                tier, counters = _KINDS[kind]
                _keep_ours(record, f"{bundle.name}/{kind}", *judge.ask({**_anew(bundle, kind).job(kind, source, tier), "counters": counters}))
            if asked.batch:
                _measure_batch(asked.batch, record, bundle, source, judge)


def _measure_batch(size: int, record: Record, bundle: Bundle, source: str, judge: JudgeChild) -> None:
    """Seconds per candidate where `size` are under way at once, as in a search."""
    started = time.monotonic()
    for at in range(size):
        judge.send(_anew(bundle, f"batch{at}").job(f"batch{at}", source, "search"))
    replies = [judge.reply() for _ in range(size)]
    record.keep(f"{bundle.name}/batch", {"wallS": (time.monotonic() - started) / size, "verdict": ", ".join(sorted({said(reply) for reply in replies})), "seconds": {}})


def _anew(bundle: Bundle, mark: str) -> Bundle:
    """The same candidate with a changed text, which no cache holds."""
    name, comment = ("kernel.cu", "//") if "kernel.cu" in bundle.files else ("model_new.py", "#")
    return Bundle(bundle.name, bundle.level, bundle.number, bundle.language, {**bundle.files, name: f"{bundle.files[name]}{comment} {mark}\n"})


def _keep_ours(record: Record, key: str, reply: dict, wall: float) -> None:
    """Keeps a verdict. A reply without one is only printed; a restart asks again."""
    verdict = reply.get("verdict", {})
    row = {"wallS": wall, "verdict": said(reply), "seconds": verdict.get("seconds", {}), "speedup": verdict.get("speedup", {}).get("median")}
    print(f"{key}: {row['verdict']} {verdict.get('problem', '')} after {wall:.1f} s", flush=True)
    if verdict:
        record.keep(key, row)


def _measure_theirs(asked: argparse.Namespace, record: Record, lane: Lane, work: Work) -> None:
    def measure(lock: "Path | None") -> None:
        for bundle in work:
            key = f"{bundle.name}/{asked.form}"
            if key not in record.rows:
                source = problem(asked.kernelbench, bundle.level, bundle.number).source
                found = theirs.evaluate(asked.kernelbench, source, FORMS[asked.form](bundle), bundle.language, lock, lane.environment)
                row = {**found, "verdict": "correct" if found["correct"] else found["note"]}
                print(f"{key}: {row['verdict']} after {row['wallS']:.1f} s", flush=True)
                record.keep(key, row)

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.together) as pool:
        lock = Path(folder) / "lock" if asked.together > 1 else None
        for done in [pool.submit(measure, lock) for _ in range(asked.together)]:
            done.result()


def _report(rows: "dict[str, dict]", form: str) -> "list[str]":
    names = [name for name in HONEST if f"{name}/search" in rows or f"{name}/{form}" in rows]

    def wall(name: str, kind: str) -> "float | None":
        row = rows.get(f"{name}/{kind}")
        return row["wallS"] if row else None

    def over(name: str, kind: str) -> "float | None":
        """How many times longer KernelBench took, where both accepted the candidate: a failure is found sooner."""
        accepted = rows.get(f"{name}/{kind}", {}).get("verdict") == "ok" and rows.get(f"{name}/{form}", {}).get("verdict") == "correct"
        their_s, our_s = wall(name, form), wall(name, kind)
        return their_s / our_s if accepted and their_s and our_s else None

    kinds = ("cold", "search", "counted", "promotion", "batch")
    heads = ["task", "cold, s", "search, s", "with counters, s", "promotion, s", "in a batch, s each", f"KernelBench ({form}), s", "KernelBench / cold", "KernelBench / search", "verdicts"]
    lines = []
    for name in names:
        verdicts = f"{rows.get(f'{name}/search', {}).get('verdict')} / {rows.get(f'{name}/{form}', {}).get('verdict')}"
        lines.append([name, *(wall(name, kind) for kind in kinds), wall(name, form), over(name, "cold"), over(name, "search"), verdicts])
    return [f"# Throughput\n\nSeconds from source to verdict; KernelBench at {COMMIT}.", table(heads, lines), _summary(names, over), *_stages(rows, names, form)]


def _summary(names: "list[str]", over) -> str:
    """Geometric mean and median of KernelBench's seconds over the judge's."""
    lines = []
    for kind in ("cold", *_KINDS):
        ratios = [over(name, kind) for name in names if over(name, kind)]
        if ratios:
            mean = math.exp(statistics.fmean(map(math.log, ratios)))
            lines.append(f"- KernelBench / {kind}: geometric mean {mean:.1f}, median {statistics.median(ratios):.1f}, least {min(ratios):.1f} over {len(ratios)} tasks")
    return "\n".join(lines)


def _stages(rows: "dict[str, dict]", names: "list[str]", form: str) -> "list[str]":
    """Seconds by stage, one table per kind of evaluation."""
    parts = []
    for kind in ("cold", *_KINDS, form):
        found = {name: rows[f"{name}/{kind}"] for name in names if f"{name}/{kind}" in rows}
        stages = list(dict.fromkeys(stage for row in found.values() for stage in row["seconds"]))
        if stages:
            lines = [[name, *(row["seconds"].get(stage) for stage in stages), row["wallS"]] for name, row in found.items()]
            parts.append(f"## Seconds by stage: {kind}\n\n" + table(["task", *stages, "whole"], lines))
    return parts


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.throughput", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernelbench", type=Path, required=True, metavar="DIR", help=f"a KernelBench checkout at {COMMIT}")
    add_json_option(parser, "throughput")
    parser.add_argument("--only", nargs="+", choices=list(HONEST), metavar="TASK", help=f"of {', '.join(HONEST)}")
    parser.add_argument("--sides", nargs="+", choices=("ours", "theirs"), default=["ours", "theirs"])
    parser.add_argument("--kinds", nargs="+", choices=list(_KINDS), default=list(_KINDS), help="of evaluations by the judge, after the cold one")
    parser.add_argument("--form", choices=list(FORMS), default="load_inline", help="of the file that KernelBench gets (default: load_inline)")
    together = "KernelBench evaluations that build at once; they take turns on the GPU, and waiting is not counted (default: 1)"
    parser.add_argument("--together", type=int, default=1, metavar="N", help=together)
    parser.add_argument("--batch", type=int, default=0, metavar="N", help="also time N candidates under way at once in the judge")
    parser.add_argument("--show", action="store_true", help="measure nothing, only write the tables again")
    lanes.add_options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    main()
