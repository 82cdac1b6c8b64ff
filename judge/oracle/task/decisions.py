"""What is decided once about a task: which draws, states and checks it takes.

A decision rests on several draws. The server keeps it and gives it to every later oracle of the task (`judge.server.kept_decisions`). The
draws on which candidates are judged stay secret: each oracle makes its own.
"""

from typing import Any, Callable

# Fresh draws or states that an oracle makes until one fits the decision. Two draws decide. Let each draw fit with chance p.
# Then both fit, and no later one does, with a chance of p^2 (1 - p)^64 < 2e-4. Most decisions hold for every draw, and take one try.
TRIES = 64


class Decisions:
    """Decisions by name, as JSON values. `kept`: those of an earlier oracle of the same task."""

    def __init__(self, kept: "dict[str, Any] | None" = None):
        self.made: "dict[str, Any]" = dict(kept or {})
        self._prefix = ""

    def within(self, name: str) -> "Decisions":
        """The decisions about one shape of the task: kept with these, under names that start with `name`."""
        found = Decisions()
        found.made, found._prefix = self.made, f"{self._prefix}{name}: "
        return found

    def once(self, name: str, decide: "Callable[[], Any]") -> Any:
        """The kept decision, or the result of `decide`, which is kept from now on."""
        name = self._prefix + name
        if name not in self.made:
            self.made[name] = decide()
        return self.made[name]
