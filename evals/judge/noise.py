"""`python3 -m evals.judge.noise`: judges a copy of the baseline, and a kernel that is 2 % slower.

The task's forward works on the first `rows` rows of its input, with one elementwise kernel per pass. The equal candidate is a copy of it,
judged at the search tier. The slow candidate is judged at the promotion tier. With several passes, it makes the device wait for 2 % of a
call's time at the end. With a single pass there is no time for another launch. It then works on more rows, until CUDA events show 2 % more.
On an H200 the three sizes take about 20 us, 1 ms and 20 ms. The table has the measured times.
"""

import argparse
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .bundles import Bundle
from .report import Record, add_json_option, table
from .wire import JudgeChild, said

_WIDTH, _EXTRA, _SPARE = 2048, 0.02, 0.1  # spare rows: a few more rows need not take longer
_AT_ONCE = 4  # candidates under way: their processes start while others are measured, as in a search


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
    """Measures what is not in --json yet, then writes the table."""
    options = _options()
    record = Record(options.json)
    with tempfile.TemporaryDirectory() as cache, JudgeChild(Path(cache)) as judge:
        for name in options.sizes:
            size = SIZES[name]
            _measure(judge, record, options.target, name, size, "same", "search", size.same(), options.repeats)
            _measure(judge, record, options.target, name, size, "slow", "promotion", size.slow(options.target), options.slow_repeats)
    record.write(*_report(record.rows))


def _measure(judge: JudgeChild, record: Record, target: str, name: str, size: Size, kind: str, tier: str, model: str, repeats: int) -> None:
    """Judges one candidate `repeats` times, some at once, and keeps each verdict."""
    missing = [key for key in (f"{name}-{kind}-{at}" for at in range(repeats)) if key not in record.rows]
    language = "cpp" if target == "cpu" else "cuda"
    bundle = Bundle(f"noise_{name}", 0, 0, language, {"model_new.py": model})
    for at, key in enumerate(missing):
        judge.send(bundle.job(key, size.task(), tier, target))
        if at >= _AT_ONCE:
            _keep(record, judge.reply())
    for _ in missing[-_AT_ONCE:]:
        _keep(record, judge.reply())


def _keep(record: Record, reply: dict) -> None:
    verdict = reply.get("verdict", {})
    row = {"status": said(reply), **{name: verdict.get(name) for name in ("comparison", "speedup", "noiseBand", "problem")}}
    row |= {"baselineUs": verdict.get("baseline", {}).get("medianUs"), "seconds": sum(verdict.get("seconds", {}).values())}
    print(f"{reply['id']}: {row['status']} {row['comparison']} {row['speedup']}", flush=True)
    record.keep(reply["id"], row)


def _report(rows: "dict[str, dict]") -> "list[str]":
    lines = []
    for name in SIZES:
        for kind, wanted in (("same", "same"), ("slow", "slower")):
            found = [row for key, row in rows.items() if key.startswith(f"{name}-{kind}-")]
            speedups = sorted(row["speedup"]["median"] for row in found if row["speedup"])
            words = {word: sum(row["comparison"] == word for row in found) for word in ("same", "ambiguous", "slower", "faster")}
            baseline = statistics.median([row["baselineUs"] for row in found if row["baselineUs"]] or [0.0])
            spread = [statistics.median(speedups), speedups[0], speedups[-1]] if speedups else [None] * 3
            if found:
                lines.append([name, kind, baseline or None, f"{words[wanted]} of {len(found)}", *words.values(), len(found) - len(speedups), *spread])
    heads = ["size", "candidate", "baseline, us", "as it should be", "same", "ambiguous", "slower", "faster", "no verdict", "median speedup", "least", "largest"]
    same = [row for key, row in rows.items() if "-same-" in key]
    slow = [row for key, row in rows.items() if "-slow-" in key]
    summary = f"The baseline against itself: same in {sum(row['comparison'] == 'same' for row in same)} of {len(same)}."
    summary += f" The planted 2 %: slower in {sum(row['comparison'] == 'slower' for row in slow)} of {len(slow)}."
    return [f"# Noise floor\n\n{summary}", table(heads, lines)]


def _model(name: str, first: str, size: Size) -> str:
    """A module that multiplies `first` by a factor, then what came of it in place, and returns the first rows."""
    lines = [f"        y = {first} * 1.5", *(f"        y *= {1 + at / 1000}" for at in range(1, size.passes))]
    body = "\n".join([*lines, f"        return y[: {size.rows}]"])
    return f"import torch\nimport torch.nn as nn\n\n\nclass {name}(nn.Module):\n    def forward(self, x):\n{body}\n"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.noise", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_json_option(parser, "noise")
    parser.add_argument("--sizes", nargs="+", choices=list(SIZES), default=list(SIZES))
    parser.add_argument("--repeats", type=int, default=34, metavar="N", help="of the baseline against itself, per size (default: 34, about 100 in all)")
    parser.add_argument("--slow-repeats", type=int, default=3, metavar="N", help="of the planted slowdown, per size (default: 3)")
    parser.add_argument("--target", choices=("cuda", "cpu"), default="cuda")
    return parser.parse_args()


if __name__ == "__main__":
    main()
