"""Disassembles what was built for a GPU beside all else: what its kernels consist of is only told, and takes as long as building them."""

import json
import shutil
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from . import limits
from .compiler_report import demangled
from .errors import Failure
from .isolation import Folder
from .machine_code import code_of
from .surroundings import write_whole

_CODE_BYTES = 64 << 20  # of disassembly
_LIBRARY = "libkernel.so"
_pool = ThreadPoolExecutor(2)  # few, since others are being timed


def codes_of(library: "Path | None") -> "Future[dict[str, dict]]":
    """By kernel's name what `machine_code` finds in it, kept beside the library; empty where there is no library or it cannot be disassembled."""
    place = library and library.with_name("code.json")
    if place and not place.exists() and shutil.which("cuobjdump"):
        return _pool.submit(_disassembled, library, place)
    known: "Future[dict[str, dict]]" = Future()
    known.set_result(json.loads(place.read_text()) if place and place.exists() else {})
    return known


def _disassembled(library: Path, place: Path) -> "dict[str, dict]":
    try:
        codes = _codes(library)
        if codes is not None:
            write_whole(place, json.dumps(codes))
        return codes or {}
    except Exception:  # advisory, and the judge may be ending
        return {}


def _codes(library: Path) -> "dict[str, dict] | None":
    """None where it failed; empty where it took too long, as it would again."""
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
