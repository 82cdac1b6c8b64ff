"""Restricts the files that a runner or a compiler may open (Landlock). The kernel enforces it whatever the files' modes say.

A new kernel also refuses TCP, and outside the sandbox abstract sockets, signals and tracing. `confine` applies the rules.
"""

import ctypes
import os
import stat

from judge.sandbox import libc

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same numbers on every architecture
_VERSION, _PATH_BENEATH = 1, 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | 1 << 14  # the rights that a file can have; the others are a folder's
_REFER, _TRUNCATE = 1 << 13, 1 << 14  # since versions 2 and 3
_TCP, _SCOPES = 3, 3  # bind and connect, since version 4; abstract sockets and signals, since version 6


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


def restrict(readable: "list[str]", devices: "list[str]", writable: "list[str]") -> None:
    """Restricts this thread, and all that it starts from now on. It may read and run what is in `readable`, read and write what is in
    `devices`, and do anything in `writable`. Each is a file or a folder. Missing ones are skipped. Needs no_new_privs; raises OSError."""
    version = _call(_CREATE, None, 0, _VERSION)
    everything = 0x1FFF | (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)
    rules = _Ruleset(everything, _TCP if version >= 4 else 0, _SCOPES if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = _call(_CREATE, ctypes.byref(rules), size, 0)
    try:
        looked = _EXECUTE | _READ_FILE | _READ_DIR
        for folders, allowed in ((readable, looked), (devices, _READ_FILE | _READ_DIR | _WRITE_FILE | (everything & _TRUNCATE)), (writable, everything)):
            for folder in folders:
                _allow(ruleset, folder, allowed)
        _call(_RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, allowed: int) -> None:
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # not on this machine, or not for this user
        return
    try:
        allowed &= ~0 if stat.S_ISDIR(os.fstat(parent).st_mode) else _OF_FILES
        _call(_ADD, ruleset, _PATH_BENEATH, ctypes.byref(_Beneath(allowed, parent)), 0)
    finally:
        os.close(parent)


def _call(number: int, *arguments) -> int:
    return libc.checked(libc.syscall(number, *arguments), "Landlock")
