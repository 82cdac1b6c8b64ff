"""Demangles C++ names with c++filt, in the sandbox: a candidate chose the names, and c++filt is a native parser."""

import contextlib
import shutil

from judge.protocol.errors import Failure
from judge.sandbox.workdir import Folder

_FILTER_BYTES, _FILTER_SECONDS, _DEMANGLED_CHARS = 256 << 20, 2, 4000
_OUTPUT_BYTES = 4 << 20


def demangled(names: "list[str]") -> "list[str]":
    """Demangled C++ names. Returns `names` unchanged if c++filt is missing, fails or takes too long: a short name can expand to gigabytes."""
    if not names or not shutil.which("c++filt"):
        return names
    bounds = f"prlimit --as={_FILTER_BYTES} --cpu={_FILTER_SECONDS} " if shutil.which("prlimit") else ""
    try:
        with contextlib.closing(Folder()) as folder:
            folder.add("names.txt", "\n".join(names))
            _status, text = folder.run(["sh", "-c", f"exec {bounds}c++filt < names.txt 2> /dev/null"], "build", 5 * _FILTER_SECONDS, _OUTPUT_BYTES)
    except (Failure, UnicodeError):
        return names
    found = [name[:_DEMANGLED_CHARS] for name in text.splitlines()]
    return found if len(found) == len(names) else names
