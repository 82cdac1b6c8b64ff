"""Ends runners whose processes together exceed their share of the host's memory. Limits per process cannot see this sum.

One thread for all runners, twice a second. The device's memory is `server.recovery`'s business.
"""

import contextlib
import functools
import os
import threading
import time
from pathlib import Path

from judge.protocol.errors import Broken

_PERIOD = 0.5


class Watch:
    """One watched runner: the processes of its user, or a single process without an own user."""

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
            with contextlib.suppress(Broken, OSError):  # whoever waits for the runner meets the same
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
        by_user = held_by_user({watch.uid for watch in watched})
        # Pages that forks share count once for each of them so far. Counting them exactly takes longer, so only whom it concerns.
        over = {watch.uid for watch in watched if watch.uid is not None and by_user.get(watch.uid, 0) > watch.most_bytes}
        by_user |= held_by_user(over, _proportional) if over else {}
        for watch in watched:
            watch.look(_resident(watch.pid) if watch.uid is None else by_user.get(watch.uid, 0))


def held_by_user(uids: set, of=lambda pid: _resident(pid)) -> "dict[int, int]":
    """Bytes of memory that the processes of each user hold together, `of(pid)` being what one holds."""
    found: "dict[int, int]" = {}
    seen: "set[int]" = set()
    for entry in os.scandir("/proc"):
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and (owner := entry.stat().st_uid) in uids:
                found[owner] = found.get(owner, 0) + of(int(entry.name))
                found[owner] += _in_files(entry.path, owner, seen)
    return found


def _in_files(process: str, uid: int, seen: "set[int]") -> int:
    """Bytes of the open memory files that the process's user made, each counted once. Resident sets do not contain written data of such files."""
    held = 0
    for entry in os.scandir(f"{process}/fd"):
        with contextlib.suppress(OSError):
            if os.readlink(entry.path).startswith("/memfd:") and (file := entry.stat()).st_uid == uid and file.st_ino not in seen:
                seen.add(file.st_ino)
                held += 512 * file.st_blocks
    return held


def _resident(pid: int) -> int:
    """Bytes of memory that a process holds for itself, 0 once it is gone."""
    return _field(Path(f"/proc/{pid}/status"), "RssAnon:") or 0


def _proportional(pid: int) -> int:
    """As `_resident`, but of a page that several processes share only its part. The kernel may refuse to say; then as `_resident`."""
    found = _field(Path(f"/proc/{pid}/smaps_rollup"), "Pss_Anon:")
    return _resident(pid) if found is None else found


def _field(path: Path, name: str) -> "int | None":
    """Bytes in a line such as `name 12 kB`. None if the line or the file is missing."""
    with contextlib.suppress(OSError):
        for line in path.read_text(errors="replace").splitlines():  # a process chooses the bytes of its name
            if line.startswith(name):
                return int(line.split()[1]) << 10
    return None
