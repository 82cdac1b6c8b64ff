"""`python3 -m judge.suite [hacks|accidents|controls|mutants|faults|all] --target cuda|cpu`: judges known candidates.

Exits 1 if a verdict differs from the required one. Needs Python, torch and the target's compiler, as the judge does.
"""

import argparse
import json
import math
import sys
import time
from pathlib import Path

from . import fixtures, mutants, recorded, report
from .trial import judged

KINDS = ("hacks", "accidents", "controls", "mutants", "faults")


def main() -> int:
    """Judges the selected fixtures and prints the table."""
    parser = argparse.ArgumentParser(prog="judge.suite", description=__doc__)
    parser.add_argument("kind", nargs="?", default="all", choices=[*KINDS, "all"])
    parser.add_argument("--target", choices=fixtures.TARGETS, required=True)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only fixtures whose name begins so")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the outcomes there")
    parser.add_argument("--resume", action="store_true", help="keep the outcomes that --json holds for this target, and judge the rest")
    parser.add_argument("--seconds", type=float, default=math.inf, metavar="S", help="end after S seconds; with --json the command can be resumed")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables to be published there")
    parser.add_argument("--from-json", type=Path, nargs="+", metavar="FILE", help="judge nothing: take outcomes from there")
    asked = parser.parse_args()
    started = time.monotonic()
    rows, left = (_read(asked.from_json), 0) if asked.from_json else _judged(asked)
    if asked.markdown:
        asked.markdown.write_text(report.markdown(rows))
    print(report.summary(rows, time.monotonic() - started))
    if left:
        print(f"{left} fixtures are left{': the same command with --resume judges them' if asked.json else ''}")
    return 1 if left or any(row["differs"] for row in rows) else 0


def chosen(kind: str, target: str, only: "list[str]") -> "list[fixtures.Fixture]":
    """The fixtures to judge: the selected ones, and the controls to which neutralized cheats are compared."""
    kinds = KINDS if kind == "all" else (kind,)
    controls = [*fixtures.load("controls", target), *recorded.load(target)]
    found = [] if "controls" not in kinds else [*controls]
    for each in ("hacks", "accidents", "faults"):
        found += fixtures.load(each, target) if each in kinds else []
    found += mutants.load(target, controls) if "mutants" in kinds else []
    found = [fixture for fixture in found if not only or fixture.name.startswith(tuple(only))]
    bases = {fixture.base for fixture in found if fixture.neutralized} - {fixture.name for fixture in found}
    return found + [control for control in controls if control.name in bases]


def _judged(asked: argparse.Namespace) -> "tuple[list[dict], int]":
    """The rows of the selected fixtures, and how many are left. --json then holds them, beside the rows of other fixtures that it is resumed with."""
    found = chosen(asked.kind, asked.target, asked.only)
    if not found:
        raise SystemExit(f"no fixture of {asked.kind} for {asked.target} has a name that begins with {', '.join(asked.only) or 'anything'}")
    names = {fixture.id for fixture in found}
    kept = _read([asked.json]) if asked.resume and asked.json and asked.json.exists() else []
    known = [row for row in kept if row["target"] == asked.target and row["id"] in names]
    others, rows = [row for row in kept if row not in known], [*known]

    def tell(row: dict) -> None:
        rows.append(row)
        print(report.line(row), flush=True)
        _write(asked.json, [*others, *rows])  # written after each verdict: a suite that is ended early keeps its results

    settled = judged(found, tell, known, time.monotonic() + asked.seconds)
    _write(asked.json, [*others, *settled])
    return settled, len(found) - len(settled)


def _write(file: "Path | None", rows: "list[dict]") -> None:
    if file:
        file.write_text(json.dumps(rows, indent=1) + "\n")


def _read(files: "list[Path]") -> "list[dict]":
    return [row for file in files for row in json.loads(file.read_text())]


if __name__ == "__main__":
    sys.exit(main())
