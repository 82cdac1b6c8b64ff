"""Has a judge of its own (`python3 -m judge`, jobs on stdin) judge fixtures, and compares verdicts with expectations.

The fixtures' verdicts are all that is looked at: nothing here knows how the judge comes to them.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .fixtures import Fixture

_ROOT = Path(__file__).resolve().parents[2]
# A cheat that may be `ok` must not gain: its speedup's interval must not lie above the honest one's by more than the session's noise band,
# and never by more than this.
_MOST_GAIN = 0.15
_SHORT_LIMITS = {"KERNELWRIGHT_LIMIT_SCALE": "0.15", "KERNELWRIGHT_MEMORY_SHARE": "0.2"}  # for faults; the caller's own go first


@dataclass(frozen=True)
class Outcome:
    """What became of a fixture. `differs` says why it is not as it should be; empty where it is."""

    fixture: Fixture
    seen: str
    detail: str
    seconds: float
    speedup: "dict | None"
    differs: str = ""
    band: float = 0.0

    def row(self) -> dict:
        """The outcome as plain JSON."""
        fixture = self.fixture
        row = {key: getattr(fixture, key) for key in ("kind", "name", "about", "hack", "target", "task", "base", "neutralized")}
        row |= {"expected": list(fixture.expect), "seen": self.seen, "seconds": round(self.seconds, 2), "speedup": self.speedup, "detail": self.detail}
        return {**row, "differs": self.differs}


def judged(fixtures: "list[Fixture]", tell=lambda outcome: None) -> "list[Outcome]":
    """The outcomes of all fixtures; faults are judged by a judge of their own, with short limits.

    `tell` is called with each as it comes. Raises RuntimeError when a judge ends before its last reply.
    """
    faults = [fixture for fixture in fixtures if fixture.kind == "faults"]
    others = [fixture for fixture in fixtures if fixture.kind != "faults"]
    return [outcome for part, limits in ((others, {}), (faults, _SHORT_LIMITS)) if part for outcome in _by_one_judge(part, tell, limits)]


def _by_one_judge(fixtures: "list[Fixture]", tell, limits: "dict[str, str]") -> "list[Outcome]":
    """In the order of their tasks, so that each task is opened once."""
    wanted = {fixture.id: fixture for fixture in sorted(fixtures, key=lambda each: (each.task, each.precision, each.name))}
    if len(wanted) < len(fixtures):
        raise ValueError("two fixtures have the same kind and name")
    outcomes: "dict[str, Outcome]" = {}
    for reply in _replies([fixture.job() for fixture in wanted.values()], limits):
        outcome = _outcome(wanted[reply["id"]], reply)
        outcomes[reply["id"]] = outcome
        tell(outcome)
    missing = [name for name in wanted if name not in outcomes]
    if missing:
        raise RuntimeError(f"the judge ended without a reply to {', '.join(missing[:5])}{' …' if len(missing) > 5 else ''}: see its messages above")
    return [_against_base(outcomes[name], outcomes) for name in wanted]


def _replies(jobs: "list[dict]", limits: "dict[str, str]"):
    """The replies as they come. The judge is ended with the caller."""
    with subprocess.Popen([sys.executable, "-m", "judge"], cwd=_ROOT, env={**limits, **os.environ}, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as judge:
        try:
            judge.stdin.write("".join(json.dumps(job) + "\n" for job in jobs).encode())
            judge.stdin.close()
            for line in judge.stdout:
                yield json.loads(line)
        finally:
            judge.terminate()


def _outcome(fixture: Fixture, reply: dict) -> Outcome:
    if reply["kind"] != "verdict":
        return Outcome(fixture, reply["kind"], reply.get("reason", ""), 0.0, None, f"no verdict: {reply.get('reason', reply['kind'])}")
    verdict = reply["verdict"]
    seen, level = verdict["status"], verdict["isolation"]["level"]
    detail = str(verdict.get("problem") or verdict.get("diagnostics") or verdict.get("stage") or "")
    outcome = Outcome(fixture, seen, detail[:500], sum(verdict["seconds"].values()), verdict.get("speedup"), band=verdict.get("noiseBand") or 0.0)
    if fixture.needs and level < fixture.needs:
        return _differing(outcome, "", seen=f"not tried at {level}")
    if fixture.hides and fixture.hides in json.dumps(verdict):
        return _differing(outcome, f"its verdict tells {fixture.hides!r}")
    wanted = "any rejection" if fixture.kind == "mutants" else " or ".join(fixture.expect)
    return outcome if seen in fixture.expect else _differing(outcome, f"expected {wanted}")


def _differing(outcome: Outcome, why: str, seen: "str | None" = None) -> Outcome:
    return Outcome(**{**vars(outcome), "differs": why, "seen": seen or outcome.seen})


def _against_base(outcome: Outcome, outcomes: "dict[str, Outcome]") -> Outcome:
    """A neutralized cheat that is `ok` must not be faster than the honest kernel it is made from, or than eager PyTorch."""
    if outcome.seen != "ok" or not outcome.fixture.neutralized or outcome.differs:
        return outcome
    honest = outcomes.get(f"controls-{outcome.fixture.base}")
    if outcome.fixture.base and (honest is None or honest.speedup is None):
        return _differing(outcome, f"its base {outcome.fixture.base} was not judged ok, so its gain is not known")
    bound = (1 + min(outcome.band, _MOST_GAIN)) * (honest.speedup["high"] if honest else 1.0)
    gains = outcome.speedup["low"] > bound
    return _differing(outcome, f"it gains: at least {outcome.speedup['low']:.3g} times eager, where the honest kernel has at most {bound:.3g}") if gains else outcome
