"""A control group (version 2) for each untrusted process tree. The judge sees the whole tree and kills it at once.

It needs a hierarchy that the judge may write, and no controllers. Other modules limit memory and processes.
"""

import contextlib
import errno
import functools
import os
import re
import subprocess
import time
from pathlib import Path

from judge.sandbox import freezer

_GONE_SECONDS = 20.0


class Group:
    """One group. A process joins by writing 0 to `entry`. Its descendants cannot leave."""

    def __init__(self, path: Path):
        self.path, self.entry = path, path / "cgroup.procs"

    def processes(self) -> "set[int]":
        with contextlib.suppress(OSError):
            return set(map(int, self.entry.read_text().split()))
        return set()

    def kill(self) -> "set[int]":
        """Ends all of its processes, stopped or not; those that would not go."""
        self._write("cgroup.kill", "1")
        until = time.monotonic() + _GONE_SECONDS
        while self._says("populated 1"):
            if time.monotonic() > until:
                return self.processes()
            time.sleep(1e-3)
        return set()

    def close(self) -> None:
        """Removes the group, which must be empty."""
        with contextlib.suppress(OSError):
            self.path.rmdir()

    def _write(self, name: str, text: str) -> None:
        try:
            (self.path / name).write_text(text)
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENODEV):  # else it was removed, perhaps just now
                raise

    def _says(self, line: str) -> bool:
        with contextlib.suppress(OSError):
            return line in (self.path / "cgroup.events").read_text()
        return False


def available() -> bool:
    """Whether the judge can make groups here."""
    return _base() is not None


@functools.lru_cache(maxsize=None)
def freezes() -> bool:
    """Whether groups can be made here, and whether the kernel can freeze them. Tried once."""
    trial = group(f"kernelwright-freezer-{os.getpid()}")
    if trial is None:
        return False
    try:
        return freezer.works(trial.path, trial.entry)
    finally:
        trial.kill()
        trial.close()


def group(name: str) -> "Group | None":
    """A new group. None if the judge cannot make groups."""
    base = _base()
    if base is None:
        return None
    (base / name).mkdir()
    return Group(base / name)


def end_groups(prefix: str) -> None:
    """Ends and removes groups of another judge. `prefix` begins their names."""
    base = _base()
    for path in base.glob(f"{prefix}*") if base else ():
        left = Group(path)
        left.kill()
        left.close()


@functools.lru_cache(maxsize=None)
def _base() -> "Path | None":
    """The judge's own group, if groups can be made and entered beneath it. Tried once."""
    mounted = re.search(r"^\S+ \S+ \S+ \S+ (\S+) .* - cgroup2 ", Path("/proc/self/mountinfo").read_text(), re.M)
    own = re.search(r"^0::/(.*)$", Path("/proc/self/cgroup").read_text(), re.M)
    if not mounted or not own:
        return None
    base = Path(mounted[1], own[1])
    trial = Group(base / f"kernelwright-trial-{os.getpid()}")
    try:
        trial.path.mkdir()
        entered = subprocess.run(["/bin/sh", "-c", 'echo 0 > "$0"', str(trial.entry)], capture_output=True, timeout=10).returncode == 0
        return base if entered and all((trial.path / f"cgroup.{name}").exists() for name in ("kill", "events")) else None
    except (OSError, subprocess.TimeoutExpired):
        return None
    finally:
        trial.close()
