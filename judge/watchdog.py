"""Ends runners whose processes together hold more of the host's memory than they may, where limits per process cannot see it.

One thread for all runners, twice a second. The device's memory is `health`'s business.
"""

import contextlib
import functools
import os
import threading
import time
from pathlib import Path

from .errors import Broken

_PERIOD = 0.5


class Watch:
    """One runner under watch: the processes of a user, or one process where it has no user of its own."""

    def __init__(self, uid: "int | None", pid: int, most_bytes: int, end):
        """`end()` is called, once, when the processes hold more than `most_bytes`."""
        self.uid, self.pid, self.most_bytes, self._end = uid, pid, most_bytes, end
        self.excess = ""  # why it was ended, for a person
        with _changed:
            _watched.add(self)
        _begin()

    def close(self) -> None:
        with _changed:
            _watched.discard(self)

    def look(self, held: int) -> None:
        if held > self.most_bytes and not self.excess:
            self.excess = f"its processes held {held / 2**30:.1f} GiB of memory; {self.most_bytes / 2**30:.1f} GiB are allowed"
            with contextlib.suppress(Broken):  # whoever waits for the runner meets the same
                self._end()


_changed = threading.Lock()
_watched: "set[Watch]" = set()


@functools.lru_cache(maxsize=None)
def _begin() -> None:
    threading.Thread(target=_look, daemon=True).start()


def _look() -> None:
    while True:
        time.sleep(_PERIOD)
        with _changed:
            watched = list(_watched)
        by_user = _resident_by_user({watch.uid for watch in watched})
        for watch in watched:
            watch.look(_resident(watch.pid) if watch.uid is None else by_user.get(watch.uid, 0))


def _resident_by_user(uids: set) -> "dict[int, int]":
    found: "dict[int, int]" = {}
    seen: "set[int]" = set()
    for entry in os.scandir("/proc"):
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and (owner := entry.stat().st_uid) in uids:
                found[owner] = found.get(owner, 0) + _resident(int(entry.name))
                found[owner] += _in_files(entry.path, owner, seen)
    return found


def _in_files(process: str, uid: int, seen: "set[int]") -> int:
    """Bytes of memory files that a process has open and its user has made, each counted once: no resident set holds what was written to them."""
    held = 0
    for entry in os.scandir(f"{process}/fd"):
        with contextlib.suppress(OSError):
            if os.readlink(entry.path).startswith("/memfd:") and (file := entry.stat()).st_uid == uid and file.st_ino not in seen:
                seen.add(file.st_ino)
                held += 512 * file.st_blocks
    return held


def _resident(pid: int) -> int:
    """Bytes of memory that a process holds for itself, 0 once it is gone."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) << 10
    return 0
