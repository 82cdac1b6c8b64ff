"""The ways a job can end without an `ok` verdict. Everything else that is raised is a bug or a broken host."""


class Rejected(Exception):
    """The job cannot be done as asked. `remedy` says what the person can do; `degenerate`: nobody can judge this task."""

    def __init__(self, reason: str, remedy: str, degenerate: bool = False):
        super().__init__(reason)
        self.reason, self.remedy, self.degenerate = reason, remedy, degenerate


class Failure(Exception):
    """The candidate failed. `fields` are the verdict's own fields, `status` first among them."""

    def __init__(self, **fields):
        super().__init__(str(fields))
        self.fields = fields


class Gone(Exception):
    """A runner died or answered out of protocol. `name` is the runner's; `hidden`: on hidden inputs, so that nothing of
    what it left may be told."""

    def __init__(self, name: str, why: str = "", hidden: bool = False):
        super().__init__(f"{name}: {why}")
        self.name, self.why, self.hidden = name, why, hidden


class Broken(Exception):
    """The judge itself failed; the same job may succeed later."""


class RivalLost(Broken):
    """The runner of a baseline other than eager died. The session lives on without it."""
