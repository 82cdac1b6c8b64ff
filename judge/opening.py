"""Opens a task in an oracle: which of its distributions are examined, and what is done about those that break the oracle. The server's side."""

import time

from . import limits
from .errors import Broken, Failure, Rejected

_EXAMINING = 15.0  # seconds for the hidden distributions of a task; those that come too late are left out


def opened(session, target: str, precision: str, name: str, threads: int) -> dict:
    """What the oracle knows of the session's task. A distribution that breaks the oracle is left out, and a fresh one asked.

    Raises Rejected where the task cannot be used, and Broken.
    """
    broken: "list[str]" = []
    while True:
        source = session.restart()
        examined, started = None, time.monotonic()
        try:
            found = session.ask("open", "start", limits.OPEN, name=name, source=source, target=target, precision=precision, threads=threads)
            for at, examined in enumerate(found["distributions"]):
                late = at > 0 and time.monotonic() - started > _EXAMINING
                if late or examined in broken:
                    session.ask("pass_over", distribution=examined, note="it was not examined" if late else "it breaks the reference's device")
                else:
                    session.ask("examine", "start", limits.OPEN, distribution=examined)
            examined = None
            session.await_baselines()  # what starts would take from the rates that are measured now
            return session.ask("facts", "start", limits.OPEN)
        except Failure as failure:
            raise Rejected(f"the reference took longer than {limits.OPEN:g} s", "make the task's inputs smaller") from failure
        except Broken:
            if examined is None or examined == found["distributions"][0] or examined in broken:
                raise
            broken.append(examined)
