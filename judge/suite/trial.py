"""Starts a judge (`python3 -m judge`), sends it the fixtures as jobs on stdin, and compares the verdicts with the required ones.

It uses only the verdicts, and knows nothing of the judge's internals.
"""

import contextlib
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judge.protocol import schema

from .fixtures import Fixture

_ROOT = Path(__file__).resolve().parents[2]
# A cheat that may be `ok` must not gain time. Its speedup interval may exceed the honest kernel's by the session's noise band, and by at most
# this factor.
_MOST_GAIN = 0.15
_SHORT_LIMITS = {"KERNELWRIGHT_LIMIT_SCALE": "0.15", "KERNELWRIGHT_MEMORY_SHARE": "0.2"}  # settings for faults; the caller's environment overrides them


@dataclass(frozen=True)
class Outcome:
    """The result of a fixture. `differs`: how the verdict differs from the required one, or empty. `stages`: seconds per stage of the judge."""

    fixture: Fixture
    seen: str
    detail: str
    seconds: float
    speedup: "dict | None"
    differs: str = ""
    band: float = 0.0
    stages: "dict[str, float]" = field(default_factory=dict)

    def row(self) -> dict:
        """The outcome as plain JSON."""
        fixture = self.fixture
        row = {key: getattr(fixture, key) for key in ("id", "kind", "name", "about", "hack", "target", "task", "base", "neutralized")}
        row |= {"expected": list(fixture.expect), "seen": self.seen, "seconds": round(self.seconds, 2), "speedup": self.speedup, "detail": self.detail}
        row["stages"] = {stage: round(seconds, 2) for stage, seconds in self.stages.items()}
        return {**row, "band": self.band, "differs": self.differs}


def judged(fixtures: "list[Fixture]", tell=lambda row: None, known: "Sequence[dict]" = (), until: float = math.inf) -> "list[dict]":
    """The rows of all fixtures: those of `known`, and one for each other fixture. A separate judge with short time limits handles the faults.

    Calls `tell` with each new row at once. Begins to judge nothing after `until` (of time.monotonic); the rows of what is left are missing.
    A gain counts if it is found twice. Raises RuntimeError if a judge ends before its last reply.
    """
    rows = {row["id"]: row for row in known}
    left = [fixture for fixture in fixtures if fixture.id not in rows]
    faults = [fixture for fixture in left if fixture.kind == "faults"]
    others = [fixture for fixture in left if fixture.kind != "faults"]
    for part, limits in ((others, {}), (faults, _SHORT_LIMITS)):
        with _canaries(part):
            for outcome in _by_one_judge(part, limits, until) if part and time.monotonic() < until else ():
                rows[outcome.fixture.id] = outcome.row()
                tell(rows[outcome.fixture.id])
    return [_confirmed(row, rows, fixtures, until) for row in rows.values()]


def _confirmed(row: dict, rows: "dict[str, dict]", fixtures: "list[Fixture]", until: float) -> dict:
    """The row beside its base. A gain has to be found again, in new judgements of both: those of a short kernel differ by more than their intervals tell.

    After `until` nothing is judged again, and the first finding stands.
    """
    found = _against_base(row, rows)
    if found["differs"] == row["differs"] or time.monotonic() > until:
        return found
    both = [fixture for fixture in fixtures if fixture.id in (row["id"], f"controls-{row['base']}")]
    with _canaries(both):
        again = {outcome.fixture.id: outcome.row() for outcome in _by_one_judge(both, {}, math.inf)}
    second = _against_base(again[row["id"]], again)
    return {**second, "detail": f"{second['detail']} (judged twice. At first: {found['differs']})".strip()}


@contextlib.contextmanager
def _canaries(fixtures: "list[Fixture]"):
    """Writes the fixtures' canaries, readable for all users, and removes them at the end. Skips those that it may not write."""
    with contextlib.ExitStack() as written:
        for path, text in {Path(fixture.canary): fixture.hides for fixture in fixtures if fixture.canary}.items():
            with contextlib.suppress(PermissionError):
                path.parent.mkdir(mode=0o755, exist_ok=True)
                path.write_text(text)
                path.chmod(0o644)
                written.callback(_remove, path)
        yield


def _remove(path: Path) -> None:
    """Removes a file, and its folder if that is empty now."""
    path.unlink(missing_ok=True)  # another suite of this host may use it too
    with contextlib.suppress(OSError):
        path.parent.rmdir()


def _by_one_judge(fixtures: "list[Fixture]", limits: "dict[str, str]", until: float) -> "Iterator[Outcome]":
    """Sorts fixtures by task. The judge then opens each task once."""
    wanted = {fixture.id: fixture for fixture in sorted(fixtures, key=lambda each: (each.task, each.precision, each.name))}
    if len(wanted) < len(fixtures):
        raise ValueError("two fixtures have the same kind and name")
    for reply in _replies([fixture.job() for fixture in wanted.values()], limits):
        yield _outcome(wanted.pop(reply["id"]), reply)
        if time.monotonic() > until:
            return
    if wanted:
        raise RuntimeError(f"the judge ended without a reply to {', '.join([*wanted][:5])}{' …' if len(wanted) > 5 else ''}: see its messages above")


def _replies(jobs: "list[dict]", limits: "dict[str, str]"):
    """Yields the replies in order of arrival. Ends the judge when the caller stops."""
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
    malformed = schema.problem("Verdict", verdict)
    if malformed:
        return Outcome(fixture, verdict["status"], "", 0.0, None, f"the verdict does not fit the protocol: {malformed}")
    seen, isolation = verdict["status"], verdict["isolation"]
    sanitizers = verdict.get("sanitizers", {})
    named = [*verdict.get("unproven", []), *(f"sanitizer: {each}" for each in [*sanitizers.get("ran", []), *sanitizers.get("notes", []), sanitizers.get("why", "")] if each)]
    detail = str(", ".join(named) or verdict.get("problem") or verdict.get("diagnostics") or verdict.get("stage") or "")
    stages = verdict["seconds"]
    outcome = Outcome(fixture, seen, detail[:500], sum(stages.values()), verdict.get("speedup"), band=verdict.get("noiseBand") or 0.0, stages=stages)
    if fixture.needs and isolation["level"] != fixture.needs and not isolation.get(fixture.needs):
        return _differing(outcome, "", seen=f"not tried without {fixture.needs}")
    if fixture.canary and not Path(fixture.canary).exists():
        return _differing(outcome, "", seen=f"not tried without {fixture.canary}")
    if fixture.hides and fixture.hides in json.dumps(verdict):
        return _differing(outcome, f"its verdict tells {fixture.hides!r}")
    if fixture.unproven and seen == "ok" and fixture.unproven not in verdict.get("unproven", []):
        return _differing(outcome, f"its verdict does not name {fixture.unproven} as unproven")
    wanted = "any rejection" if fixture.kind == "mutants" else " or ".join(fixture.expect)
    return outcome if seen in fixture.expect else _differing(outcome, f"expected {wanted}")


def _differing(outcome: Outcome, why: str, seen: "str | None" = None) -> Outcome:
    return Outcome(**{**vars(outcome), "differs": why, "seen": seen or outcome.seen})


def _against_base(row: dict, rows: "dict[str, dict]") -> dict:
    """The row. It says so if a neutralized cheat with verdict `ok` is faster than its honest base, or than eager PyTorch without a base."""
    if row["seen"] != "ok" or not row["neutralized"] or row["differs"]:
        return row
    honest = rows.get(f"controls-{row['base']}")
    if row["base"] and honest is None:
        return row  # its base is still to be judged
    if row["base"] and honest["speedup"] is None:
        return {**row, "differs": f"its base {row['base']} was not judged ok, so its gain is not known"}
    bound = (1 + min(row["band"], _MOST_GAIN)) * (honest["speedup"]["high"] if honest else 1.0)
    low = row["speedup"]["low"]
    return row if low <= bound else {**row, "differs": f"it gains: at least {low:.3g} times eager, where the honest kernel has at most {bound:.3g}"}
