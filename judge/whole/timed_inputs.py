"""The inputs of timed calls: shuffled in secret, in rotation, and with some outputs compared."""

import secrets
from pathlib import Path

from judge.whole.arms import ArmProcess, Broken
from judge.whole.compared import answered, compared, farthest, outputs

_SLOTS = 4


def drawn(original: ArmProcess, folder: str) -> "list[str]":
    """Files of shuffled inputs. No process with kernels gets the seed. Empty if the original does not take them."""
    files = [str(Path(folder, f"inputs-{secrets.token_hex(4)}.pt")) for _ in range(_SLOTS)]
    for file in files:
        try:
            original.ask("shuffle", file, secrets.randbits(62))
        except Broken:
            return []
        if outputs(original, folder, file, exact=False) is None:
            return []
    return files


def rotated(arms: "list[ArmProcess]", files: "list[str]") -> "list[str]":
    """Lets the processes rotate over the files' inputs. If a call fails there, they repeat the script's inputs, and the result is empty."""
    try:
        for arm in arms:
            rotate(arm, files)
        return files
    except Broken:
        for arm in arms:
            rotate(arm, [])
        return []


def rotate(arm: ArmProcess, files: "list[str]") -> None:
    """Lets a process rotate over the files' inputs, and calls each once. Raises Broken if a call fails."""
    arm.ask("take", files)
    arm.ask("run", 0, max(1, len(files)))


class SpotChecks:
    """Compares outputs of timed calls with the original's. `repeats`: whether the original gives its own output again, as it does without random numbers."""

    def __init__(self, original: ArmProcess, ours: ArmProcess, folder: str, files: "list[str]"):
        self._original, self._ours, self._folder, self._files = original, ours, folder, files
        self._problem, self._worst, self._checked = "", (0.0, 0.0), 0
        first, second = self._theirs(0, 0), self._theirs(0, 0)
        self.repeats = compared(first, second, None) == ""

    def check(self, shift: int, at: int) -> None:
        """Compares the last output of ours, whose chain had this shift and ended with the call of slot `at`."""
        if not self.repeats:
            return
        own = answered(self._ours, self._folder, "kept")
        theirs = self._theirs(shift, at)
        problem = compared(own, theirs, None)
        if problem == "the outputs differ":  # perhaps by no more than the original's own rounding
            inputs = self._files[(at + shift) % len(self._files)] if self._files else None
            problem = compared(own, theirs, outputs(self._original, self._folder, inputs, exact=True))
        error, rms = farthest(own, theirs)
        self._checked += 1
        self._problem = self._problem or problem
        if error is not None and rms is not None:
            self._worst = max(self._worst, (error, rms), key=lambda each: each[0] / max(each[1], 1e-12))

    def rows(self) -> "list[dict]":
        """A row of the table of outputs. Empty if the original does not repeat itself."""
        if self._checked == 0:
            return []
        error, rms = self._worst
        return [{"inputs": f"{self._checked} timed calls", "problem": self._problem, "error": error, "rms": rms, "originalExact": None, "oursExact": None}]

    def _theirs(self, shift: int, at: int) -> list:
        self._original.ask("fill", shift)
        self._original.ask("run", at, 1)
        return answered(self._original, self._folder, "kept")
