"""Keeps what was decided about a task. A task is admitted or refused once, and each later opening examines the same. It may only leave out more:
what ended two of its oracles.

The decisions are kept per task, precision, target, torch version and device, and per version of the code that makes them. Only the judge
reads and writes them.
"""

import contextlib
import json
import os
from typing import Any, TypedDict

from judge.protocol.messages import Host, Precision, Target, Task
from judge.sandbox.paths import cache, write_whole
from judge.sandbox.kept_files import code_of, drop_oldest, name_for

_MOST_KEPT = 4096  # tasks; the oldest go first
DECIDING = ("oracle/task", "oracle/numerics", "oracle/unproven.py", "oracle/extremes.py", "oracle/training_steps.py", "oracle/chain_effects.py")  # of the judge's package: the code that decides


class Decided(TypedDict):
    """`broken`: names of draws that ended an oracle. `decisions`: see `judge.oracle.task.decisions`."""

    broken: "list[str]"
    decisions: "dict[str, Any]"


class KeptDecisions:
    """The kept decisions about one task on one kind of device."""

    def __init__(self, task: Task, target: Target, precision: Precision, host: Host):
        about = [task["source"], target, precision, host["torch"], host["gpu"] if target == "cuda" else host["cpu"], code_of(*DECIDING)]
        self._kept = cache("decisions") / f"{name_for(about)}.json"

    def read(self) -> "Decided | None":
        """What was decided. None if nothing was, or if the file cannot be read."""
        try:
            found = json.loads(self._kept.read_text())
            return {"broken": list(found["broken"]), "decisions": dict(found["decisions"])}
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, decided: Decided) -> Decided:
        """Keeps the decisions. Returns those of another judge if it was earlier. Nothing is kept where the folder cannot be written."""
        fresh = self._kept.with_name(f"{self._kept.name}.{os.getpid()}-{id(self)}")
        try:
            self._kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.read() is None:
                self._kept.unlink(missing_ok=True)  # it is damaged, or not there
            fresh.write_text(json.dumps(decided))
            try:
                os.link(fresh, self._kept)  # fails if another judge was earlier
            finally:
                fresh.unlink()
            drop_oldest(list(self._kept.parent.glob("*.json")), _MOST_KEPT)
        except OSError:
            return self.read() or decided
        return decided

    def leave_out_more(self, decided: Decided) -> None:
        """Keeps `decided`, which leave out more than what is kept. Nothing is kept where the folder cannot be written."""
        kept = self.read()
        broken = sorted({*decided["broken"], *(kept["broken"] if kept else ())})  # another judge may have left out something else
        with contextlib.suppress(OSError):
            write_whole(self._kept, json.dumps({**decided, "broken": broken}))
