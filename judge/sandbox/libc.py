"""The C library: prctl, raw system calls and their errors as OSError, and memcmp. No other module of the judge opens it."""

import ctypes
import os
import signal
from typing import Any

LIBC = ctypes.CDLL(None, use_errno=True)
SET_DUMPABLE, SET_SECCOMP, SET_NO_NEW_PRIVS = 4, 22, 38  # options of prctl
SET_PDEATHSIG = 1


def prctl(option: int, *arguments: Any) -> None:
    """Changes an attribute of this process. Raises OSError."""
    checked(LIBC.prctl(option, *arguments), "prctl")


def syscall(number: int, *arguments: Any) -> int:
    """The result of a system call, -1 for an error. Integers are passed as longs."""
    widened = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    return LIBC.syscall(ctypes.c_long(number), *widened)


def checked(status: int, what: str) -> int:
    """The status of a call. Raises OSError, which names `what`, for a negative one."""
    if status < 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")
    return status


def die_with_parent() -> None:
    """Lets the kernel kill this process when its parent thread ends. Foreign code can undo it."""
    LIBC.prctl(SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def same_bytes(one: int, other: int, size: int) -> bool:
    """Whether `size` bytes at two addresses are equal."""
    return LIBC.memcmp(ctypes.c_void_p(one), ctypes.c_void_p(other), ctypes.c_size_t(size)) == 0
