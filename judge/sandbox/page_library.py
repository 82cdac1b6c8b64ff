"""Builds the library that both ends of a control page load on a GPU. The judge builds it once per host."""

import functools
import hashlib
import subprocess
import tempfile
from pathlib import Path

from judge.protocol.errors import Rejected
from judge.sandbox.paths import cache
from judge.wire.page_calls import SOURCE, build_command


@functools.lru_cache(maxsize=None)
def page_library() -> Path:
    """The built library, in the cache. Raises Rejected if g++ is missing or fails."""
    key = hashlib.sha256("\0".join([SOURCE.read_text(), *build_command("")]).encode()).hexdigest()
    kept = cache("page_calls") / f"{key}.so"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            fresh = Path(folder) / kept.name
            try:
                subprocess.run(build_command(str(fresh)), check=True, capture_output=True, text=True, timeout=60)
            except OSError as error:
                raise Rejected("g++ was not found on this host", "install g++ and put it on PATH") from error
            except subprocess.CalledProcessError as error:
                raise Rejected(f"g++ could not build the judge's clock: {error.stderr.strip()[:300]}", "install a g++ that knows C++17") from error
            fresh.replace(kept)
    return kept
