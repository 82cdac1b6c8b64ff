"""Alternative baselines: each is timed against eager once per task, host and torch version, and its times are kept.

A candidate is timed against eager alone. Its ratio to a rival follows from two ratios, because eager is interleaved with both.
"""

import json
import math
import socket

from judge.device.access import Device
from judge.protocol import timing_settings
from judge.protocol.errors import AlternativeLost
from judge.protocol.messages import Alternative, AlternativeName, Host, Precision, Ratio, Target, Task
from judge.sandbox.paths import cache, write_whole
from judge.server.baseline_start import starts
from judge.sandbox.kept_files import code_of, drop_oldest, name_for
from judge.server.task_session import TaskSession

_MOST_KEPT = 4096  # tasks; the oldest go first
_NOTE_CHARS = 500


def rivals_of(session: TaskSession, task: Task, precision: Precision, device: Device, host: Host, wanted: "list[AlternativeName]") -> "list[Alternative]":
    """The wanted rivals; their `speedup` is eager's time over theirs. One without a time has a note. Call it before the session has a candidate.

    Raises Rejected and Broken.
    """
    kept = _KeptRivals(task, device.target, precision, host)
    known: "dict[AlternativeName, Alternative]" = {**kept.read(), **session.lost_rivals}
    missing: "list[AlternativeName]" = []
    for name in wanted:
        why = _impossible(name, device.target, precision)
        if why:
            known[name] = _without(name, why)
        elif name not in known:
            missing.append(name)
    found = _timed(session, missing) if missing else {}
    kept.keep({name: one for name, one in found.items() if one["time"]})
    session.lost_rivals.update({name: one for name, one in found.items() if not one["time"]})
    return [{**known, **found}[name] for name in wanted]


def against(rival: Alternative, speedup: Ratio) -> Alternative:
    """The rival against a candidate instead of eager. `speedup`: eager's time over the candidate's. The two intervals are combined."""
    own = rival.get("speedup")
    return {**rival, "speedup": _quotient(speedup, own) if own else None}


def _quotient(over: Ratio, under: Ratio) -> Ratio:
    center, reach = math.log(over["median"] / under["median"]), math.hypot(_reach(over), _reach(under))
    return {"median": math.exp(center), "low": math.exp(center - reach), "high": math.exp(center + reach), "samples": min(over["samples"], under["samples"])}


def _reach(found: Ratio) -> float:
    """Half of the interval, in logarithms."""
    return math.log(found["high"] / found["low"]) / 2


def _impossible(name: AlternativeName, target: Target, precision: Precision) -> str:
    """The reason why a rival makes no sense here, or an empty text."""
    if name == "tf32" and (target != "cuda" or precision != "fp32"):
        return "TF32 is a matter of the fp32 track on CUDA"
    return ""


def _timed(session: TaskSession, names: "list[AlternativeName]") -> "dict[AlternativeName, Alternative]":
    """Times rivals. One that fails gets a note, and the others are timed without it."""
    found: "dict[AlternativeName, Alternative]" = {}
    while names:
        try:
            timed = session.time_rivals(names)
            return {**found, **{name: {"name": name, "time": timed["times"][name], "speedup": timed["ratios"][name], "note": ""} for name in names}}
        except AlternativeLost as lost:
            found |= {name: _without(name, lost.why) for name in names if name == lost.name}
            names = [name for name in names if name != lost.name]
    return found


def _without(name: AlternativeName, why: str) -> Alternative:
    return {"name": name, "time": None, "speedup": None, "note": why[:_NOTE_CHARS]}


class _KeptRivals:
    """The kept times of one task's rivals on one host, for one way to start them and one version of the code that times them."""

    def __init__(self, task: Task, target: Target, precision: Precision, host: Host):
        device = host["gpu"] if target == "cuda" else [host["cpu"], host["threads"]]
        timing = [starts(target, precision, host["threads"]), code_of("oracle/timing", "runner")]
        about = [task["source"], target, precision, host["torch"], host["driver"], device, socket.gethostname(), timing, timing_settings.values()]
        self._file = cache("rivals") / f"{name_for(about)}.json"

    def read(self) -> "dict[AlternativeName, Alternative]":
        """The rivals with a time, by name. Empty if nothing was kept, or if the file cannot be read."""
        try:
            return {name: one for name, one in json.loads(self._file.read_text()).items() if one["time"] and one["speedup"]}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}

    def keep(self, found: "dict[AlternativeName, Alternative]") -> None:
        """Adds rivals. Does nothing where the folder cannot be written: they are timed again then."""
        if not found:
            return
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self._file, json.dumps({**self.read(), **found}))
            drop_oldest(list(self._file.parent.glob("*.json")), _MOST_KEPT)
        except OSError:
            return

