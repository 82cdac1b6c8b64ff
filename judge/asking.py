"""Runs a task's own code and turns what it raises into a rejection with a remedy."""

import contextlib

import torch

from .errors import Rejected


@contextlib.contextmanager
def asking(what: str, device: str):
    """Turns whatever the task's own code raises into Rejected; lack of memory says what was asked and what there is."""
    try:
        yield
    except Rejected:
        raise
    except (RuntimeError, MemoryError) as error:
        if not any(word in str(error) for word in ("out of memory", "allocate")) and not isinstance(error, MemoryError):
            raise Rejected(f"{what}: {_first_line(error)}", "run the task file on its own and correct it") from error
        reason = f"{what}: it needs more memory than the {device} device has: {_first_line(error)} ({available_bytes(device)} bytes available)"
        raise Rejected(reason, "make the task's inputs smaller, or use a larger device") from error
    except Exception as error:
        raise Rejected(f"{what}: {type(error).__name__}: {_first_line(error)}", "run the task file on its own and correct it") from error


def available_bytes(device: str) -> int:
    """Memory that is free on the device now."""
    if device == "cuda":
        return torch.cuda.mem_get_info()[0]
    with open("/proc/meminfo") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:500]
