"""Finds and removes everything that untrusted users leave on the machine: processes, shared memory, folders.

Knows no judge: it is told a user id, or a folder that names control groups and whose subfolders belong to such users.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

from judge.protocol.errors import Broken
from judge.sandbox import cgroup
from judge.sandbox.libc import LIBC

_PATIENCE = 20.0  # seconds for killed processes to be gone; a GPU's driver may take some to let go of one
_END = 30.0  # seconds in which one killed process ends; one inside a driver that hangs does not
_IPC_RMID = 0
_SYSTEM_V = {
    "shm": lambda number: LIBC.shmctl(number, _IPC_RMID, None),
    "sem": lambda number: LIBC.semctl(number, 0, _IPC_RMID),
    "msg": lambda number: LIBC.msgctl(number, _IPC_RMID, None),
}
_SHARED = Path("/dev/shm")
_KILL_ALL = ["/bin/sh", "-c", "kill -KILL -1"]  # as a user: all that it may signal, which is all that it owns


def processes_of(uid: int) -> "list[int]":
    """The ids of a user's processes, without zombies."""
    found = []
    for entry in os.scandir("/proc"):
        with contextlib.suppress(OSError, IndexError):
            if entry.name.isdigit() and entry.stat().st_uid in (uid, 0) and _alive_as(entry.path, uid):
                found.append(int(entry.name))
    return found


def kill_user(uid: int, gid: int) -> "list[int]":
    """Ends all of a user's processes, even if they fork. Returns the ids of survivors. Needs root."""
    until = time.monotonic() + _PATIENCE
    while True:
        subprocess.run(_KILL_ALL, user=uid, group=gid, extra_groups=[], stderr=subprocess.DEVNULL, check=False)
        left = processes_of(uid)
        if not left or time.monotonic() > until:
            return left
        time.sleep(0.01)


def wipe_shared(uid: int) -> None:
    """Removes a user's files from shared memory, and its System V objects, which outlive every process."""
    _wipe_system_v(uid)
    if not _SHARED.is_dir():
        return
    for path in _SHARED.iterdir():
        with contextlib.suppress(OSError):
            if path.lstat().st_uid == uid:
                remove(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def _wipe_system_v(uid: int) -> None:
    for kind, end in _SYSTEM_V.items():
        with contextlib.suppress(OSError):
            heads, *rows = [line.split() for line in Path("/proc/sysvipc", kind).read_text().splitlines()]
            for row in rows:
                if str(uid) in (row[heads.index("uid")], row[heads.index("cuid")]):
                    end(int(row[1]))


def remove(folder: Path) -> None:
    """Removes a folder that a hostile process has filled. Its depth may exceed the recursion limit and the limit of open files."""
    with contextlib.suppress(OSError):  # there is no rm
        subprocess.run(["rm", "-rf", "--", str(folder)], stderr=subprocess.DEVNULL, check=False)
    with contextlib.suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)


def bury(root: Path) -> None:
    """Ends the processes of a dead judge and removes its folder. Each subfolder belongs to the user that ran in it."""
    cgroup.end_groups(f"{root.name}.")
    with contextlib.suppress(OSError):
        for folder in root.iterdir():
            owner = folder.lstat()
            if owner.st_uid not in (0, os.geteuid()):
                kill_user(owner.st_uid, owner.st_gid)
                wipe_shared(owner.st_uid)
    remove(root)


def await_end(process: Any, what: str) -> None:
    """Waits for a process that was killed. Raises Broken where it does not end. `what` names it."""
    try:
        process.wait(_END)
    except subprocess.TimeoutExpired as error:
        raise Broken(f"{what} was killed and did not end within {_END:g} s") from error


def signal_name(number: int) -> str:
    """The name of a signal, such as SIGKILL. Real-time signals have none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def end_group(leader: int) -> None:
    """Kills a process group, if it still exists."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _alive_as(process: str, uid: int) -> bool:
    """Whether it runs as the user. The owner of its files in /proc may be root where its memory is not readable."""
    status = Path(process, "status").read_text(errors="replace")  # a process chooses the bytes of its name
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    return fields["Uid"].split()[0] == str(uid) and not fields["State"].startswith(("Z", "X"))
