"""Reads the shapes that a task declares: the rows of get_workloads, as `kernelwright capture` writes them.

A row is {"name": text, "weight": number, "inputs": function}. The function draws the arguments of one call. The weight is a share of the
calls, on any scale.
"""

import contextlib
import math
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from judge.oracle.task.task_code import asking
from judge.protocol.errors import Rejected

MOST_ROWS = 16
_REMEDY = 'let get_workloads return 1 to 16 rows {"name": text, "weight": positive number, "inputs": function}, as in docs/capture.md'


class Row(NamedTuple):
    """One declared shape. `inputs()` draws the arguments of one call."""

    name: str
    weight: float
    inputs: "Callable[[], Any]"


def rows_of(name: str, module: ModuleType) -> "list[Row]":
    """The declared shapes, heaviest first. Empty if the task declares none. Raises Rejected, which names the bad row."""
    if not hasattr(module, "get_workloads"):
        return []
    with asking(f"{name}: get_workloads failed", "cpu"):
        given = module.get_workloads()
    if not isinstance(given, (list, tuple)) or not 1 <= len(given) <= MOST_ROWS:
        what = f"{len(given)} rows" if isinstance(given, (list, tuple)) else f"a {type(given).__name__}"
        raise Rejected(f"get_workloads returns {what}", _REMEDY)
    rows = [_row(at, each) for at, each in enumerate(given, 1)]
    names = [row.name for row in rows]
    again = next((each for each in names if names.count(each) > 1), None)
    if again is not None:
        raise Rejected(f"get_workloads has two rows with the name {again!r}", "give each row its own name")
    return sorted(rows, key=lambda row: -row.weight)


@contextlib.contextmanager
def asking_of(name: str, shape: str, device: str):
    """As `asking`, for one shape of the task `name`. The message names the shape."""
    try:
        with asking(f"{name}: the reference failed", device):
            yield
    except Rejected as rejected:
        raise Rejected(f"the shape {shape!r} of get_workloads cannot be judged. {rejected.reason}", rejected.remedy, rejected.degenerate) from rejected


def _row(at: int, given: Any) -> Row:
    """The row number `at`, counted from 1."""
    if not isinstance(given, dict):
        raise Rejected(f"row {at} of get_workloads is a {type(given).__name__}", _REMEDY)
    name, weight, inputs = given.get("name"), given.get("weight"), given.get("inputs")
    if not isinstance(name, str) or not name.strip():
        raise Rejected(f"row {at} of get_workloads has the name {name!r}, which is no text", _REMEDY)
    if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not math.isfinite(weight) or weight <= 0:
        raise Rejected(f"row {at} of get_workloads ({name}) has the weight {weight!r}, which is no positive number", _REMEDY)
    if not callable(inputs):
        raise Rejected(f"row {at} of get_workloads ({name}) has no function as inputs", _REMEDY)
    return Row(name, float(weight), inputs)
