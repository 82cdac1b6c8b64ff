"""Finds loops of a C++ candidate that stay scalar only because pointers might alias: compiles again with `__restrict` and compares."""

import contextlib
import re

from judge.build import gxx
from judge.protocol import limits
from judge.protocol.errors import Failure
from judge.sandbox.workdir import Folder

_POINTER = re.compile(r"\b((?:float|double|char|void|u?int(?:8|16|32|64)_t|int|long|size_t)\s*\*)\s*(\w+)(?=\s*[,)])")
_REMARK_BYTES = 1 << 20


def freed_loops(source: str, remarks: "list[str]") -> "list[str]":
    """One remark for each loop that is missed in `remarks` and vectorized when all pointer parameters are `__restrict`."""
    missed = {line for remark in remarks if "couldn't vectorize" in remark for line in re.findall(r"^kernel\.cpp:(\d+):", remark)}
    freed = _POINTER.sub(r"\1 __restrict \2", source)
    if not missed or freed == source:
        return []
    with contextlib.closing(Folder()) as folder:
        folder.add("kernel.cpp", freed)
        with contextlib.suppress(Failure):  # it took too long
            folder.run(gxx.compile_command("-fopt-info-vec-optimized=remarks.txt"), "profile", limits.COUNTING, cpu=True)
        said = folder.read("remarks.txt", _REMARK_BYTES)
    vectorized = re.findall(r"^kernel\.cpp:(\d+):\d+: optimized: loop vectorized", said, re.M)
    return [f"kernel.cpp:{line}: would be vectorized if pointers were known not to alias" for line in dict.fromkeys(vectorized) if line in missed]
