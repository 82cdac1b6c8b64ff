"""`python3 -m evals.judge.noise`: how far the judge's speedups wander: a copy of the baseline, a kernel that is 2 % slower, a short fused kernel.

The task's forward works on the first `rows` rows of its input, with one elementwise kernel per pass. The equal candidate is a copy of it.
With several passes, the slow candidate makes the device wait for 2 % of a call's time at the end. With a single pass there is no time for
another launch. It then works on more rows, until CUDA events show 2 % more. On an H200 the sizes take about 20 us, 1 ms and 20 ms.
`gated` is the suite's task of five short operators, with the control gated_vector, one kernel of about 10 us.

Each opening starts the task anew: oracle, baselines, inputs and noise band. Openings are the unit of the pooled figures. The rows in --json
keep the whole verdicts without profiles, raw samples included. GPUs work side by side.
"""

import argparse
import math
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from judge.suite import fixtures

from . import lanes
from .bundles import Bundle
from .lanes import Lane, Work
from .report import Record, add_json_option, table
from .wire import JudgeChild, said

_WIDTH, _EXTRA, _SPARE = 2048, 0.02, 0.1  # spare rows: a few more rows need not take longer
_LEFT_OUT = ("profile", "isolation", "unproven", "rivals", "kernelbench")  # of a verdict
_GATED = "gated"


@dataclass(frozen=True)
class Size:
    """Rows of 2048 floats, passes over them, and the microseconds that an H200 takes."""

    rows: int
    passes: int
    us: float

    @property
    def all_rows(self) -> int:
        return self.rows + round(self.rows * _SPARE)

    def task(self) -> str:
        """The task file."""
        inputs = f"def get_inputs():\n    return [torch.rand({self.all_rows}, {_WIDTH})]\n\n\ndef get_init_inputs():\n    return []\n"
        return f"{_model('Model', f'x[: {self.rows}]', self)}\n\n{inputs}"

    def same(self) -> str:
        """A candidate that does what the reference does."""
        return _model("ModelNew", f"x[: {self.rows}]", self)

    def slow(self, target: str) -> str:
        """A candidate that takes 2 % longer."""
        if target == "cpu":
            return _model("ModelNew", f"x[: {self.rows + round(self.rows * _EXTRA)}]", self)
        if self.passes == 1:
            rows = _CALIBRATED_ROWS.format(rows=self.rows, all=self.all_rows, step=self.rows // 200, width=_WIDTH, more=1 + _EXTRA)
            return _model("ModelNew", "x[: self.rows]", self).replace("    def forward", f"{rows}\n    def forward")
        waits = self.same().replace("        return", "        torch.cuda._sleep(self.cycles)\n        return")
        return waits.replace("    def forward", f"{_CALIBRATED_WAIT.format(ms=_EXTRA * self.us / 1e3)}\n    def forward")


SIZES = {"20us": Size(4_400, 1, 21), "1ms": Size(31_250, 8, 1_000), "20ms": Size(31_250, 160, 20_000)}

_CALIBRATED_WAIT = """    def __init__(self):
        super().__init__()
        first, last = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
        for _ in range(20):
            torch.cuda._sleep(10_000_000)
        first.record()
        torch.cuda._sleep(10_000_000)
        last.record()
        torch.cuda.synchronize()
        self.cycles = int(10_000_000 * {ms} / first.elapsed_time(last))
"""

_CALIBRATED_ROWS = """    def __init__(self):
        super().__init__()
        spares = [torch.rand({all}, {width}, device="cuda") for _ in range(16)]
        least = dict.fromkeys(range({rows}, {all}, {step}), float("inf"))
        for _ in range(60):
            for rows in least:  # in turn, since all of them are disturbed for a while; disturbances only add
                least[rows] = min(least[rows], self.clocked(spares, rows))
        self.rows = {step} + max(rows for rows in least if least[rows] < {more} * least[{rows}])

    def clocked(self, spares, rows):
        first, last = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
        first.record()
        kept = [x[:rows] * 1.5 for x in spares]
        last.record()
        last.synchronize()
        return first.elapsed_time(last)
"""


def main() -> None:
    """Measures what is not in --json yet, then writes the tables."""
    asked = _options()
    record = Record(asked.json)
    todo = [opening for at in range(asked.openings) for name in asked.sizes if (opening := _opening(name, at, asked, record))]
    try:
        if todo and not asked.show:
            with tempfile.TemporaryDirectory() as cache:
                chosen = lanes.lanes(asked.target, asked.gpus)
                lanes.side_by_side(chosen, todo, asked.seconds, lambda lane, work: _measure(record, Path(cache), lane, work))
    finally:
        record.write(*_report(record.rows))


def _opening(name: str, at: int, asked: argparse.Namespace, record: Record) -> "list[dict]":
    """The jobs of one opening of a task, without those that `record` holds. The task's name is new, so the judge opens it anew."""
    source, candidates = _subject(name, asked.target)
    kinds = [(kind, nth) for kind in candidates for nth in range(1 if kind == "slow" else asked.repeats) if kind != "slow" or at < asked.slow]
    language = "cpp" if asked.target == "cpu" else "cuda"
    jobs = []
    for kind, nth in kinds:
        key = f"{name}-{kind}-{asked.tier}-{at}-{nth}"
        if key not in record.rows:
            job = Bundle(name, 0, 0, language, candidates[kind]).job(key, source, asked.tier, asked.target)
            jobs.append({**job, "task": {"name": f"noise_{name}_{at}", "source": source}})
    return jobs


def _subject(name: str, target: str) -> "tuple[str, dict[str, dict[str, str]]]":
    """The task's source, and the files of each candidate by kind."""
    if name == _GATED:
        [control] = [each for each in fixtures.load("controls", target) if each.name == "gated_vector"]
        source = (fixtures.HERE / "tasks" / "gated.py").read_text()
        return source, {"same": {"model_new.py": source.replace("class Model(", "class ModelNew(")}, "vector": control.files}
    size = SIZES[name]
    return size.task(), {kind: {"model_new.py": text} for kind, text in (("same", size.same()), ("slow", size.slow(target)))}


def _measure(record: Record, cache: Path, lane: Lane, work: Work) -> None:
    """Judges opening after opening. The jobs of one are under way at once, as in a search."""
    with JudgeChild(cache, lane.environment) as judge:
        for jobs in work:
            for job in jobs:
                judge.send(job)
            for _ in jobs:
                _keep(record, lane, judge.reply())


def _keep(record: Record, lane: Lane, reply: dict) -> None:
    verdict = {key: value for key, value in reply.get("verdict", {}).items() if key not in _LEFT_OUT}
    row = {"said": said(reply), "gpu": lane.gpu, **verdict}
    speedup = verdict.get("speedup") or {}
    print(f"{reply['id']}: {row['said']} {row.get('comparison')} {speedup.get('median')} {verdict.get('problem', '')}", flush=True)
    record.keep(reply["id"], row)


def _report(rows: "dict[str, dict]") -> "list[str]":
    groups: "dict[tuple[str, str, str], list[dict]]" = {}
    for key, row in rows.items():
        name, kind, tier, _opening, _nth = key.split("-")
        groups.setdefault((tier, name, kind), []).append(row)
    lines, spreads = [], []
    for (tier, name, kind), found in sorted(groups.items()):
        words = [sum(row.get("comparison") == word for row in found) for word in ("faster", "same", "ambiguous", "slower")]
        timed = [row for row in found if row.get("speedup")]
        lines.append([tier, name, kind, len(found), *words, len(found) - len(timed), *_spread_of([row["speedup"]["median"] for row in timed])])
        spreads += [[tier, name, kind, *_wander(timed)]] if len(timed) > 1 else []
    heads = ["tier", "size", "candidate", "judged", "faster", "same", "ambiguous", "slower", "no verdict", "median speedup", "least", "largest"]
    of_spreads = ["tier", "size", "candidate", "sd between judgements, %", "sd between pairs of one, %", "half an interval, %", "interval holds the pooled speedup"]
    of_spreads += ["candidate, us", "baseline, us"]
    return [f"# Noise\n\n{_summary(groups)}", table(heads, lines), "## How far speedups wander\n\n" + table(of_spreads, spreads)]


def _spread_of(values: "list[float]") -> list:
    return [statistics.median(values), min(values), max(values)] if values else [None] * 3


def _wander(rows: "list[dict]") -> list:
    """How speedups and times differ between judgements, beside the intervals that each of them claims."""
    speedups = [row["speedup"] for row in rows]
    logs = [math.log(each["median"]) for each in speedups]
    halves = [math.log(each["high"] / each["low"]) / 2 for each in speedups]
    pooled = math.exp(statistics.fmean(logs))
    held = sum(each["low"] <= pooled <= each["high"] for each in speedups)
    times = [" to ".join(str(round(edge(row[side]["medianUs"] for row in rows), 1)) for edge in (min, max)) for side in ("candidate", "baseline")]
    return [100 * statistics.stdev(logs), _pairs_apart(rows), 100 * statistics.median(halves), f"{held} of {len(rows)}", *times]


def _pairs_apart(rows: "list[dict]") -> "float | None":
    """The standard deviation of the log speedups of pairs of fresh processes within one promotion, in percent. None in the search."""
    variances = [statistics.variance([math.log(pair["speedup"]) for pair in row["pairs"]]) for row in rows if len(row.get("pairs") or []) > 1]
    return 100 * math.sqrt(statistics.fmean(variances)) if variances else None


def _summary(groups: "dict[tuple[str, str, str], list[dict]]") -> str:
    """The pooled rates, by tier."""
    lines = []
    for tier in sorted({tier for tier, _name, _kind in groups}):
        same, slow = [[row for (at, _name, of), rows in groups.items() if (at, of) == (tier, kind) for row in rows] for kind in ("same", "slow")]
        faster, slower = [sum(row.get("comparison") == word for row in same) for word in ("faster", "slower")]
        holds = sum(row["speedup"]["low"] <= 1 <= row["speedup"]["high"] for row in same if row.get("speedup"))
        timed = sum(bool(row.get("speedup")) for row in same)
        lines.append(f"- {tier}: the baseline against itself was faster in {faster}, slower in {slower} of {len(same)}. {holds} of {timed} intervals hold 1.")
        lines.append(f"- {tier}: the planted 2 % was found in {sum(row.get('comparison') == 'slower' for row in slow)} of {len(slow)}.")
    return "\n".join(lines)


def _model(name: str, first: str, size: Size) -> str:
    """A module that multiplies `first` by a factor, then what came of it in place, and returns the first rows."""
    lines = [f"        y = {first} * 1.5", *(f"        y *= {1 + at / 1000}" for at in range(1, size.passes))]
    body = "\n".join([*lines, f"        return y[: {size.rows}]"])
    return f"import torch\nimport torch.nn as nn\n\n\nclass {name}(nn.Module):\n    def forward(self, x):\n{body}\n"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.noise", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_json_option(parser, "noise")
    parser.add_argument("--sizes", nargs="+", choices=[*SIZES, _GATED], default=[*SIZES, _GATED])
    parser.add_argument("--tier", choices=("search", "promotion"), default="promotion")
    parser.add_argument("--openings", type=int, default=10, metavar="N", help="of each task (default: 10)")
    parser.add_argument("--repeats", type=int, default=1, metavar="N", help="judgements of each equal candidate and of gated_vector per opening (default: 1)")
    parser.add_argument("--slow", type=int, default=4, metavar="N", help="openings of each task that judge the planted slowdown as well (default: 4)")
    parser.add_argument("--target", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--show", action="store_true", help="measure nothing, only write the tables again")
    lanes.add_options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    main()
