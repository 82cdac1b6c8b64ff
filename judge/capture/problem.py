"""The error of a capture: what is wrong and what to do."""


class Problem(Exception):
    """A reason why no task can be written. `remedy`: what the user can do."""

    def __init__(self, reason: str, remedy: str):
        super().__init__(reason)
        self.reason, self.remedy = reason, remedy

    def answer(self) -> dict:
        """What a program of this folder writes in place of its result."""
        return {"problem": {"reason": self.reason, "remedy": self.remedy}}


def first_line(error: Exception) -> str:
    """The class of an error of somebody else's code, and the first line of its message."""
    return f"{type(error).__name__}: {(str(error).strip().splitlines() or [''])[0]}"
