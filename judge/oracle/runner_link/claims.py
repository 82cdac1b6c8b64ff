"""Validates a runner's claims about its own calls. A malformed claim raises LookupError, TypeError, ValueError or OverflowError."""

import re
from typing import Any

_KERNELS, _NAME_CHARS = 20, 4000
_NATIVE, _ARGUMENTS = 16, 32
_LARGEST = 1e18
_MOST = 1 << 53  # larger integers lose digits in JSON readers


def profile_of(claimed: dict, on_cpu: bool) -> dict:
    """{kernels}, on the CPU also {processor, native}, which `runner.trace_cpu` defines.

    A kernel is {name, calls, us, share}: the mangled name, the number of calls, microseconds, and its fraction of the busy time. A CUDA
    kernel also has `launch`.
    """
    found: "dict[str, Any]" = {"kernels": _kernels(claimed["kernels"][:_KERNELS])}
    if on_cpu:
        found["processor"] = {name: _finite(claimed["processor"][name]) for name in ("threads", "busyThreads", "scaling", "faults")}
        found["native"] = _calls(claimed["native"][:_NATIVE])
    return found


def launches_of(claimed: dict, sets: int) -> "tuple[list[list[int]], list[int]]":
    """([kernels, launches] of a single call on each input set, the same of these calls in a row). `launches` counts the host's. The second is
    empty for one set."""
    if len(claimed["launches"]) != sets:
        raise ValueError("another number of single calls")
    return [_launches(claim) for claim in claimed["launches"]], _launches(claimed["chained"]) if sets > 1 else []


def _launches(claim: list) -> "list[int]":
    kernels, launches = [_whole(number) for number in claim]
    if min(kernels, launches) < 0:
        raise ValueError("a negative number of launches")
    return [kernels, launches]


def _kernels(claimed: list) -> "list[dict]":
    rows = [{"name": str(name)[:_NAME_CHARS], "calls": _finite(calls), "us": _finite(us), **_launch(launch)} for name, calls, us, launch in claimed]
    busy = sum(row["us"] for row in rows) or 1.0
    return [{**row, "share": row["us"] / busy} for row in rows]


def _launch(claim: "list | None") -> dict:
    if claim is None:
        return {}
    blocks, threads, registers, shared = [_whole(number) for number in claim]
    return {"launch": {"blocks": blocks, "threads": threads, "registers": registers, "sharedBytes": shared}}


def _calls(claimed: list) -> list:
    """The native calls. Empty if one of them is malformed: the rest of the profile stays useful."""
    try:
        return [_call(*call) for call in claimed]
    except (TypeError, ValueError, OverflowError):
        return []


def _call(name: str, arguments: list) -> "tuple[str, list]":
    """A native call: (function name, arguments). An argument is ("tensor", address, bytes, holds floats), ("int", value), ("float", value) or ("null",)."""
    if not re.fullmatch(r"[A-Za-z_]\w{0,200}", name) or len(arguments) > _ARGUMENTS:
        raise ValueError(f"a function named {name[:50]!r} with {len(arguments)} arguments")
    return name, [_argument(*argument) for argument in arguments]


def _argument(kind: str, value=None, size: int = 0, floats: bool = False) -> tuple:
    if kind == "tensor":
        return kind, _whole(value), _whole(size), bool(floats)
    if kind == "int":
        return kind, _whole(value)
    return (kind, _finite(value, signed=True)) if kind == "float" else ("null",)


def _whole(value) -> int:
    number = int(value)
    if abs(number) > _MOST:
        raise ValueError("too large a number")
    return number


def _finite(value, signed: bool = False) -> float:
    number = float(value)
    if not abs(number) <= _LARGEST or (number < 0 and not signed):
        raise ValueError(f"{number} where an amount is due")
    return number
