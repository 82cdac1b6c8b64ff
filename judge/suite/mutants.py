"""Mutants: accepted controls with one named edit each. The judge must reject all of them. The edits are data (edits_*.py)."""

from . import edits_cpp, edits_cuda
from .fixtures import Fixture, allowed

_EDITS = {"cuda": edits_cuda.EDITS, "cpu": edits_cpp.EDITS}
# The allowed statuses of a mutant. A mutant that does not compile or start tests nothing, so build failures are excluded.
_REJECTIONS = allowed("wrong|precision_violation|contract_failed|crashed|timeout|timing")


def load(target: str, controls: "list[Fixture]") -> "list[Fixture]":
    """The mutants of these controls. Raises ValueError if the old text of an edit does not occur exactly once."""
    by_name = {control.name: control for control in controls}
    return [mutant(by_name[name], *edit) for name, edits in _EDITS[target].items() for edit in edits]


def mutant(control: Fixture, name: str, old: str, new: str) -> Fixture:
    """The control with `old` replaced by `new`. Raises ValueError if `old` does not occur exactly once in its files."""
    homes = [file for file, text in control.files.items() if old in text]
    if len(homes) != 1 or control.files[homes[0]].count(old) != 1:
        raise ValueError(f"{control.name}, {name}: {old!r} must occur in exactly one place of its files")
    about = f"{control.name}: {name.replace('_', ' ')}."
    return control.mutated(f"{control.name}-{name}", about, homes[0], control.files[homes[0]].replace(old, new), _REJECTIONS)
