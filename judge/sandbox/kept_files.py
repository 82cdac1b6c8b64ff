"""What the judge keeps between its runs: files in folders that are bounded, valid for one version of the code that wrote them."""

import functools
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from judge.sandbox.paths import PACKAGE_PARENT


@functools.lru_cache(maxsize=None)
def code_of(*parts: str) -> str:
    """A hash of parts of the judge's package (see `files_of`)."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in files_of(*parts))).hexdigest()


def files_of(*parts: str) -> "list[Path]":
    """The files of parts of the judge's package: modules, or folders of modules."""
    package = PACKAGE_PARENT / "judge"
    return [path for part in parts for path in ([package / part] if part.endswith(".py") else sorted((package / part).glob("*.py")))]


def name_for(about: Any) -> str:
    """The name of what is kept for a question: a hash of all that the answer depends on."""
    return hashlib.sha256(json.dumps(about, default=str).encode()).hexdigest()


def drop_oldest(kept: "list[Path]", most: int) -> None:
    """Removes the oldest files or folders, until `most` are left. Another judge may remove some at the same time."""
    if len(kept) <= most:
        return
    for path in sorted(kept, key=_made_at)[:-most]:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _made_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
