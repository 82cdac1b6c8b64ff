"""Writes a measurement's results: JSON after every step, which lets an interrupted run continue, and Markdown at the end."""

import argparse
import json
import math
import os
import threading
import time
from pathlib import Path


class Record:
    """Rows by key in a JSON file, with a Markdown file of the same name beside it. Rows that are there already need not be measured again.

    Several threads may keep rows.
    """

    def __init__(self, json_file: Path):
        json_file.parent.mkdir(parents=True, exist_ok=True)
        self._json, self._markdown, self._lock = json_file, json_file.with_suffix(".md"), threading.Lock()
        self.rows: "dict[str, dict]" = json.loads(json_file.read_text()) if json_file.exists() else {}

    def keep(self, key: str, row: dict) -> None:
        """Adds a row and writes the file."""
        with self._lock:
            self.rows[key] = row
            fresh = self._json.with_suffix(".part")
            fresh.write_text(json.dumps(self.rows, indent=1, allow_nan=False) + "\n")
            os.replace(fresh, self._json)

    def write(self, *parts: str) -> None:
        """Writes the Markdown and prints it."""
        text = "\n\n".join(parts) + "\n"
        self._markdown.write_text(text)
        print(text)


def add_json_option(parser, name: str) -> None:
    """Adds --json, the file that holds a measurement's rows."""
    parser.add_argument("--json", type=Path, default=Path("runs/judge") / f"{name}.json", metavar="FILE", help=f"keep the rows there, and measure only what is missing (default: runs/judge/{name}.json)")


def add_series_options(parser: argparse.ArgumentParser, name: str, tasks: "tuple[str, ...]", measured: str) -> None:
    """Adds the options of a command that judges kernels on its own `tasks`, one after the other. `measured`: what --tier is the length of."""
    parser.add_argument("--target", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--only", nargs="*", choices=tasks, help="these tasks alone")
    parser.add_argument("--tier", choices=("search", "promotion"), default="promotion", help=f"the length of the measurement {measured} (default: promotion)")
    parser.add_argument("--seconds", type=float, default=math.inf, metavar="S", help="begin no other kernel after S seconds; --resume goes on")
    parser.add_argument("--resume", action="store_true", help="keep the rows that --json holds, and judge the rest")
    add_json_option(parser, name)


def begun(asked: argparse.Namespace) -> "tuple[Record, float]":
    """The record of such a command, empty unless it resumes, and the monotonic time after which nothing begins."""
    if not asked.resume and asked.json.exists():
        asked.json.unlink()
    return Record(asked.json), time.monotonic() + asked.seconds


def interval(found: "dict | None") -> "str | None":
    """A ratio with its interval: median [low, high]."""
    return f"{found['median']:.3f} [{found['low']:.3f}, {found['high']:.3f}]" if found else None


def table(heads: "list[str]", rows: "list[list]") -> str:
    """A Markdown table; numbers get three significant digits."""
    lines = [heads, ["---"] * len(heads), *[[_cell(value) for value in row] for row in rows]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"
    return str(value).replace("|", "\\|").replace("\n", " ")
