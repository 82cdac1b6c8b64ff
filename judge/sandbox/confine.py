"""Confines an untrusted process before the first line of foreign code: the process gives up its rights, for good.

It runs in that process, which has one thread. It needs the C library alone. `probe` finds the parts that work on a host. `workdir` decides
who is confined, and in which folder.
"""

import contextlib
import os
import resource
from pathlib import Path

from judge.sandbox import landlock, libc, seccomp

_CLONE_NEWNET = 0x40000000
_DEVICES, _OWN, _PROCESSES_FOLDER = "/dev", "/proc/self", "/proc"  # CUDA writes the names of its threads there
_SHARED = "/dev/shm"  # for semaphores of compiler pools; wiped by `workdir`
_OPEN_FILES, _FILE_BYTES, _PROCESSES = 4096, 4 << 30, 2048
PARTS = ("ownNetwork", "noNewPrivileges", "limits", "systemCallFilter", "fileFilter")


def confine(plan: dict) -> None:
    """Applies a plan, see `planned`. Raises OSError if a part of it is refused. Then no foreign code may run."""
    if plan["group"]:
        Path(plan["group"]).write_text("0")
    if plan["ownNetwork"]:
        libc.checked(libc.LIBC.unshare(_CLONE_NEWNET), "unshare")
    if plan["limits"]:
        _limit(plan)
    if plan["uid"] is not None:
        os.setgroups([])
        os.setresgid(*[plan["gid"]] * 3)
        os.setresuid(*[plan["uid"]] * 3)
        libc.prctl(libc.SET_DUMPABLE, 1, 0, 0, 0)  # as after an exec: its own /proc/self stays readable
    libc.die_with_parent()
    if plan["noNewPrivileges"]:
        libc.prctl(libc.SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if plan["fileFilter"]:
        os.set_inheritable(os.open("/proc/self", os.O_PATH), True)  # while this is open, the kernel keeps the very entry that the rule names
        processes = _PROCESSES_FOLDER if plan["calls"]["traced"] else _OWN  # a profiler's target is another process: it is confined once more
        landlock.restrict(plan["readable"], [_DEVICES, processes], [_SHARED, plan["folder"]])
    if plan["systemCallFilter"]:
        seccomp.install(**plan["calls"])


def planned(
    folder: str,
    uid: "int | None",
    gid: int,
    can: dict,
    memory_bytes: "int | None" = None,
    readable: "list[str] | None" = None,
    group: "str | None" = None,
    calls: "dict | None" = None,
) -> dict:
    """A plan as plain data: the parts that `can` says work, for a process that owns `folder` alone.

    - `memory_bytes` bounds the addresses of each process.
    - `readable` are the files and folders that it may read.
    - `group` is a file of its control group: the process enters the group by a write to it.
    - `calls` are arguments of `seccomp.install`. The default is the strictest for a GPU.
    """
    calls = {"traced": False, "stopped": True, "pinned": True, "cpu": False, **(calls or {})}
    parts = {part: bool(can.get(part)) for part in PARTS}
    return {"folder": folder, "uid": uid, "gid": gid, "memoryBytes": memory_bytes, "readable": readable or [], "group": group, "calls": calls, **parts}


def probe() -> dict:
    """The parts that work here. Each is tried in a separate process."""
    nothing = {part: False for part in PARTS}
    privileged = {"noNewPrivileges": True}
    found = {"ownNetwork": _works({**nothing, "ownNetwork": True}), "noNewPrivileges": _works({**nothing, **privileged})}
    for part in ("limits", "systemCallFilter", "fileFilter"):
        found[part] = _works({**nothing, **(privileged if part != "limits" else {}), part: True})
    return found


def _works(can: dict) -> bool:
    child = os.fork()
    if child == 0:
        try:
            confine(planned("/", None, 0, can))
            os._exit(0)
        except (OSError, NotImplementedError, ValueError):
            os._exit(1)
        finally:
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _limit(plan: dict) -> None:
    limits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_NOFILE: _OPEN_FILES, resource.RLIMIT_FSIZE: _FILE_BYTES}
    if plan["uid"] is not None:  # otherwise it would count the judge user's other processes
        limits[resource.RLIMIT_NPROC] = _PROCESSES
    if plan["memoryBytes"]:
        limits[resource.RLIMIT_AS] = plan["memoryBytes"]
    for kind, most in limits.items():
        hard = resource.getrlimit(kind)[1]
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (bound, bound))
    with contextlib.suppress(OSError):  # if memory runs out, the kernel kills a candidate first
        Path("/proc/self/oom_score_adj").write_text("1000")
