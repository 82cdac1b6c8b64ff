"""What an untrusted process does to itself before the first line of foreign code: gives up its rights, for good.

Runs in the process that is to be confined, which has one thread; needs nothing but the C library. Which parts work on
a host is found by `probe`; who is confined, and in which folder, is decided in `isolation`.
"""

import contextlib
import ctypes
import os
import resource
import signal
from pathlib import Path

from . import landlock, seccomp

_CLONE_NEWNET = 0x40000000
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 1, 4, 38
_DEVICES = ["/dev", "/proc"]  # CUDA writes the names of its threads
_SHARED = "/dev/shm"  # for semaphores of compiler pools; wiped by `isolation`
_SYSTEM = ("/bin", "/etc", "/lib", "/lib32", "/lib64", "/nix", "/opt", "/proc", "/run", "/sbin", "/sys", "/usr", "/var/lib")
_OPEN_FILES, _FILE_BYTES, _PROCESSES = 4096, 4 << 30, 2048
PARTS = ("ownNetwork", "noNewPrivileges", "limits", "systemCallFilter", "fileFilter")


def confine(plan: dict) -> None:
    """Applies a plan, see `planned`. Raises OSError where a part of it is refused: then nothing foreign may run."""
    libc = ctypes.CDLL(None, use_errno=True)
    if plan["group"]:
        Path(plan["group"]).write_text("0")
    if plan["ownNetwork"]:
        _checked(libc.unshare(_CLONE_NEWNET), "unshare")
    if plan["limits"]:
        _limit(plan)
    if plan["uid"] is not None:
        os.setgroups([])
        os.setresgid(*[plan["gid"]] * 3)
        os.setresuid(*[plan["uid"]] * 3)
        _checked(libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0), "prctl")  # as after an exec: its own /proc/self stays readable
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # a convenience: foreign code can take it back
    if plan["noNewPrivileges"]:
        _checked(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")
    if plan["fileFilter"]:
        landlock.restrict(plan["readable"], _DEVICES, [_SHARED, plan["folder"]])
    if plan["systemCallFilter"]:
        seccomp.install(plan["traced"])


def planned(
    folder: str,
    uid: "int | None",
    gid: int,
    can: dict,
    memory_bytes: "int | None" = None,
    readable: "list[str] | None" = None,
    group: "str | None" = None,
    traced: bool = False,
) -> dict:
    """A plan as plain data: the parts that `can` says work, for a process that owns `folder` alone.

    `memory_bytes` bounds the addresses of each process; `readable` are folders beside the system's own; `group` is the
    file by which a control group is entered; `traced`: by a profiler, which runs in it.
    """
    parts = {part: bool(can.get(part)) for part in PARTS}
    return {"folder": folder, "uid": uid, "gid": gid, "memoryBytes": memory_bytes, "readable": [*_SYSTEM, *(readable or [])], "group": group, "traced": traced, **parts}


def probe() -> dict:
    """Which parts work here, each tried in a process of its own."""
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
    if plan["uid"] is not None:  # else it would count the judge user's other processes
        limits[resource.RLIMIT_NPROC] = _PROCESSES
    if plan["memoryBytes"]:
        limits[resource.RLIMIT_AS] = plan["memoryBytes"]
    for kind, most in limits.items():
        hard = resource.getrlimit(kind)[1]
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (bound, bound))
    with contextlib.suppress(OSError):  # where memory runs out, the kernel takes a candidate first
        Path("/proc/self/oom_score_adj").write_text("1000")


def _checked(status: int, call: str) -> None:
    if status != 0:
        raise OSError(ctypes.get_errno(), f"{call}: {os.strerror(ctypes.get_errno())}")
