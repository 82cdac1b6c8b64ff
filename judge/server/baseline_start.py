"""How the process of each baseline starts: the reference as plain PyTorch, or an alternative to it.

What is kept of a baseline depends on this, so its key holds it.
"""

from typing import Any

from judge.protocol.messages import AlternativeName, Precision, Target
from judge.sandbox.runner_process import runner_start

REFERENCE = ("reference", "Model")

CHANGES: "dict[AlternativeName, dict[str, Any]]" = {  # of start.json; all else is the track's, as for eager and the candidate
    "compile": {"compile": True, "mode": "default"},
    "max-autotune": {"compile": True, "mode": "max-autotune-no-cudagraphs"},
    "tf32": {"tf32": True},
}


def starts(target: Target, precision: Precision, threads: int) -> "dict[str, dict[str, Any]]":
    """The content of start.json for eager and for each alternative baseline, by name."""
    eager = runner_start(REFERENCE, target, precision, threads)
    return {"eager": eager, **{name: {**eager, **changes} for name, changes in CHANGES.items()}}
