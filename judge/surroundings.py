"""Where the judge's processes live: its folders, and what stands in the environment of each process that it starts."""

import contextlib
import functools
import importlib.util
import os
import shutil
import sys
import tempfile
import threading
from pathlib import Path

from .errors import Failure

ROOT_NAME = "kernelwright-judge-"  # then the judge's pid
PACKAGE_PARENT = Path(__file__).resolve().parent.parent
_KEPT = ("PATH", "LANG", "LC_ALL", "CUDA_HOME", "CUDA_PATH", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH", "TORCH_CUDA_ARCH_LIST")
_OPENBLAS = Path("/usr/lib/x86_64-linux-gnu/openblas-openmp")  # shares OpenMP's threads with torch; other builds keep their own

_making = threading.Lock()


def root() -> Path:
    """The folder that holds all others of this judge. It is never longer than the judge."""
    with _making:  # a cache alone would let two threads make one each, and forget the first
        return _root()


@functools.lru_cache(maxsize=None)
def _root() -> Path:
    folder = Path(tempfile.mkdtemp(prefix=f"{ROOT_NAME}{os.getpid()}-"))
    folder.chmod(0o711)  # other users may pass through, not look around
    return folder


def cache(part: str) -> Path:
    """The folder of what is kept between judges: KERNELWRIGHT_CACHE or ~/.cache/kernelwright."""
    return Path(os.environ.get("KERNELWRIGHT_CACHE") or Path.home() / ".cache" / "kernelwright") / part


def gpu_count() -> int:
    """NVIDIA GPUs that this process may see, as far as can be told without asking the driver."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    there = len(list(Path("/dev").glob("nvidia[0-9]*")))
    return there if visible is None else min(there, len(visible.split(",")))


def torch_paths() -> "list[str]":
    """The folders that an isolated Python needs on its path to import torch."""
    found = importlib.util.find_spec("torch")
    return [str(Path(found.origin).parent.parent)] if found and found.origin else []


def cpu_environment(threads: int) -> dict:
    """What makes CPU timing meaningful: memory kept by the process, threads that do not spin, one thread pool."""
    tunables = "glibc.malloc.mmap_threshold=4294967296:glibc.malloc.trim_threshold=17179869184:glibc.malloc.top_pad=268435456"
    env = {"GLIBC_TUNABLES": tunables, "OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": str(threads)}
    if _OPENBLAS.is_dir():
        env["LD_LIBRARY_PATH"] = ":".join(filter(None, [str(_OPENBLAS), os.environ.get("LD_LIBRARY_PATH", "")]))
    return env


def trusted_folder() -> Path:
    """A folder that only the judge's own user can read, removed at the end with all others."""
    return Path(tempfile.mkdtemp(dir=root()))


def created(path: Path, mode: int = 0o644, owner: "tuple[int, int] | None" = None):
    """A new file, open for writing bytes, in a folder whose owner may be hostile: a link in its place is not followed.

    Raises Failure (contract_failed) where the owner keeps it from being written.
    """
    try:
        path.unlink(missing_ok=True)
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise Failure(status="contract_failed", problem=f"the candidate is in the way of the judge's {path.name} ({error.strerror}); leave its folder alone") from error
    os.fchmod(file, mode)
    if owner:
        os.fchown(file, *owner)
    return os.fdopen(file, "wb")


def write_whole(path: Path, text: str) -> None:
    """Writes a file that only the judge writes: who reads it finds the old text or the new one. Raises OSError."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}")
    fresh.write_text(text)
    fresh.replace(path)


def lend(kept: Path, path: Path) -> None:
    """Puts a file that the judge keeps into a folder whose owner may be hostile, for reading: under a second name, where the owner is another
    user and so cannot change it, else as a copy. Raises as `created`."""
    if path.parent.stat().st_uid != os.geteuid():
        kept.chmod(0o644)
        with contextlib.suppress(OSError):  # there are file systems without second names, and owners that are in the way
            path.unlink(missing_ok=True)
            os.link(kept, path)
            return
    with created(path) as file, open(kept, "rb") as source:
        shutil.copyfileobj(source, file)


def environment(home: Path) -> dict:
    """All that an untrusted process finds in its environment: an allow-list, and its folder for everything it writes."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    inside = {name: str(home / "cache") for name in ("TRITON_CACHE_DIR", "TORCH_EXTENSIONS_DIR", "TORCHINDUCTOR_CACHE_DIR", "CUDA_CACHE_PATH")}
    return {"PATH": os.defpath, **kept, **inside, "HOME": str(home), "TMPDIR": str(home), "USER": "runner", "PYTHONDONTWRITEBYTECODE": "1"}


@functools.lru_cache(maxsize=None)
def readable() -> "list[str]":
    """Folders beside the system's own that Python, torch and the compilers lie in."""
    named = [sys.prefix, sys.base_prefix, *torch_paths(), os.environ.get("CUDA_HOME", ""), os.environ.get("CUDA_PATH", "")]
    named += [folder for name in ("PATH", "LD_LIBRARY_PATH") for folder in os.environ.get(name, "").split(":")]
    return sorted({os.path.realpath(folder) for folder in named if os.path.isabs(folder)} - {"/"})
