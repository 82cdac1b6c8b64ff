"""Lists the tasks of a KernelBench checkout by level and number, and marks those that a person may read."""

import re
from dataclasses import dataclass
from pathlib import Path

from judge.protocol.errors import Rejected

COMMIT = "423217d"  # the commit that results in docs/ refer to
# KernelBench's own representative subset at that commit (dataset.py). Only programs read the sources of the other tasks. This keeps
# people from fitting the search to them.
REPRESENTATIVE = {
    1: (1, 3, 6, 18, 23, 26, 33, 36, 40, 42, 48, 54, 57, 65, 77, 82, 86, 87),
    2: (1, 2, 8, 18, 23, 28, 33, 43),
    3: (1, 5, 8, 11, 20, 21, 33, 38, 43),
}


@dataclass(frozen=True)
class Problem:
    """One task: its level, its number there, and its file."""

    level: int
    number: int
    path: Path

    @property
    def source(self) -> str:
        return self.path.read_text()

    @property
    def name(self) -> str:
        """The task's name in reports. It never quotes the source."""
        return f"level{self.level}/{self.number}"


def problems(checkout: Path, level: int) -> "list[Problem]":
    """The tasks of a level by number. Raises Rejected if the checkout lacks this level."""
    folder = checkout / "KernelBench" / f"level{level}"
    if not folder.is_dir():
        raise Rejected(f"{checkout} has no folder KernelBench/level{level}", "give --kernelbench the root of a KernelBench checkout")
    named = [(re.match(r"(\d+)_", path.name), path) for path in folder.glob("*.py")]
    return sorted((Problem(level, int(found[1]), path) for found, path in named if found), key=lambda each: each.number)


def problem(checkout: Path, level: int, number: int) -> Problem:
    """One task. Raises Rejected if the level lacks this number."""
    found = next((each for each in problems(checkout, level) if each.number == number), None)
    if found is None:
        raise Rejected(f"{checkout} has no task {number} in level {level}", f"use a KernelBench checkout at commit {COMMIT}")
    return found
