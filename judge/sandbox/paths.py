"""The folders of the judge and of its processes."""

import contextlib
import errno
import functools
import os
import shutil
import tempfile
import threading
from pathlib import Path

from judge.protocol.errors import Failure

ROOT_NAME = "kernelwright-judge-"  # then the judge's pid
PACKAGE_PARENT = Path(__file__).resolve().parents[2]

# What the owner of a folder can do there to keep a file from being written. All other errors are the host's.
_IN_THE_WAY = {errno.EACCES, errno.EEXIST, errno.EISDIR, errno.ELOOP, errno.ENOENT, errno.ENOTDIR, errno.ENOTEMPTY, errno.EPERM}

_making = threading.Lock()


def root() -> Path:
    """The folder that contains all other folders of this judge. The judge removes it at its end."""
    with _making:  # a cache alone would let two threads make one each, and forget the first
        return _root()


@functools.lru_cache(maxsize=None)
def _root() -> Path:
    folder = Path(tempfile.mkdtemp(prefix=f"{ROOT_NAME}{os.getpid()}-"))
    folder.chmod(0o711)  # other users may pass through, not look around
    return folder


def cache(part: str) -> Path:
    """The cache folder that judges share: KERNELWRIGHT_CACHE or ~/.cache/kernelwright."""
    return Path(os.environ.get("KERNELWRIGHT_CACHE") or Path.home() / ".cache" / "kernelwright") / part


def trusted_folder() -> Path:
    """A folder that only the judge's own user can read, removed at the end with all others."""
    return Path(tempfile.mkdtemp(dir=root()))


def created(path: Path, mode: int = 0o644, owner: "tuple[int, int] | None" = None):
    """A new file, open for writing bytes, in a folder whose owner may be hostile: a link in its place is not followed.

    Raises Failure (contract_failed) where the owner keeps it from being written, and OSError where the host does.
    """
    try:
        path.unlink(missing_ok=True)
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        if error.errno not in _IN_THE_WAY:
            raise
        raise Failure(status="contract_failed", problem=f"the candidate is in the way of the judge's {path.name} ({error.strerror}); leave its folder alone") from error
    os.fchmod(file, mode)
    if owner:
        os.fchown(file, *owner)
    return os.fdopen(file, "wb")


def write_whole(path: Path, text: str) -> None:
    """Writes a file of the judge atomically: a reader sees the old text or the new one. Raises OSError."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}")
    fresh.write_text(text)
    fresh.replace(path)


def lend(kept: Path, path: Path) -> None:
    """Puts a file of the judge into a folder with a possibly hostile owner, for reading. Raises as `created`.

    It makes a hard link if the owner is another user, who cannot change the file. Otherwise it makes a copy.
    """
    if path.parent.stat().st_uid != os.geteuid():
        kept.chmod(0o644)
        with contextlib.suppress(OSError):  # there are file systems without second names, and owners that are in the way
            path.unlink(missing_ok=True)
            os.link(kept, path)
            return
    with created(path) as file, open(kept, "rb") as source:
        shutil.copyfileobj(source, file)
