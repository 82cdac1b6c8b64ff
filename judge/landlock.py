"""Which files a runner or a compiler may open, kept by the kernel (Landlock) whatever the files' own modes say.

Also, as far as the kernel's version goes: no TCP, no abstract sockets, no signals and no tracing outside the sandbox.
Only the rules: who applies them and when is in `sandbox`.
"""

import ctypes
import os

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same numbers on every architecture
_VERSION, _PATH_BENEATH = 1, 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_MAKE = 0x1FF0  # remove and make files, folders, links, sockets, devices
_REFER, _TRUNCATE = 1 << 13, 1 << 14  # since versions 2 and 3
_TCP, _SCOPES = 3, 3  # bind and connect, since version 4; abstract sockets and signals, since version 6


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


def restrict(readable: "list[str]", devices: "list[str]", writable: "list[str]") -> None:
    """Lets this thread, and all that it starts from now on, read and run files in `readable`, read and write what is
    in `devices`, and do anything in `writable`. Missing folders are skipped. Needs no_new_privs; raises OSError."""
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


def _allow(ruleset: int, folder: str, allowed: int) -> None:
    try:
        parent = os.open(folder, os.O_PATH | os.O_CLOEXEC | os.O_DIRECTORY)
    except OSError:  # not on this machine, or not for this user
        return
    try:
        _call(_ADD, ruleset, _PATH_BENEATH, ctypes.byref(_Beneath(allowed, parent)), 0)
    finally:
        os.close(parent)


def _call(number: int, *arguments) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    widened = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    found = libc.syscall(ctypes.c_long(number), *widened)
    if found < 0:
        raise OSError(ctypes.get_errno(), f"Landlock: {os.strerror(ctypes.get_errno())}")
    return found
