"""What a runner claims of its own calls, brought into form. Raises LookupError, TypeError, ValueError and the like where it has none."""

import re

from .compiler_report import KERNEL_NAME_CHARS, demangled

_KERNELS, _NAME_CHARS = 20, 4000
_NATIVE, _ARGUMENTS = 16, 32
_LARGEST = 1e18
_MOST = 1 << 53  # what every reader of JSON can hold


def profile_of(said: dict) -> dict:
    """kernels: name, calls, us, share of the busy time, launch where it has one; processor and native, see `observe_cpu`, on the CPU."""
    found = {"kernels": _kernels(said["kernels"][:_KERNELS])}
    if "processor" in said:
        found["processor"] = {name: _finite(said["processor"][name]) for name in ("threads", "busyThreads", "scaling", "faults")}
        found["native"] = _calls(said["native"][:_NATIVE])
    return found


def _kernels(claimed: list) -> "list[dict]":
    names = demangled([str(row[0])[:_NAME_CHARS] for row in claimed])
    rows = [{"name": name[:KERNEL_NAME_CHARS], "calls": _finite(calls), "us": _finite(us), **_launch(launch)} for name, (_name, calls, us, launch) in zip(names, claimed)]
    busy = sum(row["us"] for row in rows) or 1.0
    return [{**row, "share": row["us"] / busy} for row in rows]


def _launch(claim: "list | None") -> dict:
    if claim is None:
        return {}
    blocks, threads, registers, shared = [_whole(number) for number in claim]
    return {"launch": {"blocks": blocks, "threads": threads, "registers": registers, "sharedBytes": shared}}


def _calls(claimed: list) -> list:
    """The native calls, none where one of them has no form: an odd argument must not cost the rest of the profile."""
    try:
        return [_call(*call) for call in claimed]
    except (TypeError, ValueError, OverflowError):
        return []


def _call(name: str, arguments: list) -> "tuple[str, list]":
    """A native call: the function's name, and each argument as ("tensor", address, bytes, whether floats), ("int" or "float", value) or ("null",)."""
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
