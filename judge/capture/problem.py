"""The error of a capture: what is wrong and what to do."""


class Problem(Exception):
    """A reason why no task can be written. `remedy`: what the user can do."""

    def __init__(self, reason: str, remedy: str):
        super().__init__(reason)
        self.reason, self.remedy = reason, remedy
