"""Runs a task's own code and turns its exceptions into Rejected, with a remedy."""

import contextlib
import re
import traceback

from judge.device.memory import available_bytes, total_bytes
from judge.protocol.errors import Rejected, says_memory_is_short, short_of_memory

_TRIED = re.compile(r"tried to allocate ([\d.]+) (\w+)", re.IGNORECASE)  # in the words of torch's allocators
_UNITS = {"kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40}  # others are bytes


@contextlib.contextmanager
def asking(what: str, device: str):
    """Turns any exception of the task's code into Rejected. `what` starts the message. For lack of memory it names the free memory of `device`."""
    try:
        yield
    except Rejected:
        raise
    except (RuntimeError, MemoryError) as error:
        if not lacks_memory(error):
            raise Rejected(f"{what}: {_told(error)}", _remedy(error)) from error
        raise memory_rejection(what, device, error) from error
    except Exception as error:
        raise Rejected(f"{what}: {_told(error)}", _remedy(error)) from error


def lacks_memory(error: BaseException) -> bool:
    """Whether an error means that memory is short."""
    return isinstance(error, MemoryError) or says_memory_is_short(str(error))


def memory_rejection(what: str, device: str, error: BaseException) -> Rejected:
    """The rejection of a task for lack of memory, as `error` tells it. `what` starts the message."""
    return short_of_memory(what, device, f"{_wanted(error)}, {available_bytes(device) / 2**30:.1f} GiB are left")


def exceeds_device(error: BaseException, device: str) -> bool:
    """Whether an error for lack of memory names more than the device has in all."""
    found = _TRIED.search(str(error))
    return found is not None and float(found[1]) * _UNITS.get(found[2].lower(), 1) > total_bytes(device)


def _wanted(error: BaseException) -> str:
    """What torch could not allocate, without its allocator's own words."""
    found = _TRIED.search(str(error))
    return f"it tried{found[0][len('tried') :]}" if found else _first_line(error)


def _remedy(error: BaseException) -> str:
    if isinstance(error, ModuleNotFoundError):
        return "a task stands alone: put the code that it needs into the task file, or install the package for the judge's Python"
    return "run the task file on its own and correct it"


def _told(error: BaseException) -> str:
    """The error's type, its first line, and the line of the task file that raised it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if _is_task(frame.filename)]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    text = f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else _first_line(error)}"
    return text if line is None else f"{text} (line {line} of the task file)"


def _is_task(filename: str) -> bool:
    """Whether the name is one that `task_file.load` gives to a task."""
    return filename.startswith("<") and not filename.startswith(("<frozen", "<string"))


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:500]
