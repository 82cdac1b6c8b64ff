"""Disassembles built GPU libraries in parallel with other work. It takes as long as the build, and the result informs. It also tells whether a race
that racecheck reports decides."""

import json
import shutil
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from judge.build.demangle import demangled
from judge.build.machine_code import code_of
from judge.protocol import limits
from judge.protocol.errors import Failure
from judge.protocol.messages import Code
from judge.sandbox.paths import write_whole
from judge.sandbox.workdir import Folder

_CODE_BYTES = 64 << 20  # the largest length of a disassembly
_LIBRARY = "libkernel.so"
_pool = ThreadPoolExecutor(2)  # few workers, because other candidates are being timed


def codes_of(library: "Path | None") -> "Future[dict[str, Code]]":
    """The facts of `machine_code` by kernel name, cached beside the library. Empty without a library or a disassembly."""
    place = library.with_name("code.json") if library else None
    if library and place and not place.exists() and shutil.which("cuobjdump"):
        return _pool.submit(_disassembled, library, place)
    known: "Future[dict[str, Code]]" = Future()
    known.set_result(json.loads(place.read_text()) if place and place.exists() else {})
    return known


def _disassembled(library: Path, place: Path) -> "dict[str, Code]":
    try:
        codes = _codes(library)
        if codes is not None:
            write_whole(place, json.dumps(codes))
        return codes or {}
    except Exception:  # advisory, and the judge may be ending
        return {}


def _codes(library: Path) -> "dict[str, Code] | None":
    """None after a failure. Empty after a timeout, which would occur again."""
    folder = Folder()
    try:
        folder.add(_LIBRARY, library)
        status, words = folder.run(["cuobjdump", "-sass", _LIBRARY], "build", limits.DISASSEMBLY, _CODE_BYTES)
        codes = code_of(words)
        return dict(zip(demangled(list(codes)), codes.values())) if status == 0 else None
    except Failure:
        return {}
    finally:
        folder.close()
