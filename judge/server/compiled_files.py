"""Keeps what a process compiled, because to compile it again takes 10 s to a minute.

What torch.compile wrote for a baseline is kept per task, precision, baseline and its start, torch version and device. Only the process of a trusted
baseline writes it, and only a baseline of the same task reads it again. What a candidate compiled serves further processes of the same
candidate in the same job, and nobody else.
"""

import itertools
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from judge.build.compiler import cpu_flags
from judge.protocol.messages import AlternativeName, Host, Precision, Target, Task
from judge.sandbox.paths import cache, trusted_folder
from judge.sandbox.runner_process import COMPILED
from judge.sandbox.workdir import Folder
from judge.server.baseline_start import starts
from judge.sandbox.kept_files import drop_oldest, name_for

_INSIDE = "cache"  # of a runner's folder: torch.compile and Triton write there
_MOST_BYTES, _MOST_FILES = 256 << 20, 20_000  # of one process; folders count as files
_MOST_KEPT = 64  # baselines; the oldest go first


class CompiledBaseline:
    """The kept files of one baseline of one task."""

    def __init__(self, name: AlternativeName, task: Task, target: Target, precision: Precision, host: Host):
        start = starts(target, precision, host["threads"])[name]
        about = [name, start, task["source"], target, precision, host["torch"], host["gpu"], cpu_flags(), COMPILED]
        self._kept = cache("baselines") / name_for(about)

    def lend(self, folder: Folder) -> None:
        """Copies the kept files, if there are any, into the folder of a runner that has not started."""
        if self._kept.is_dir():
            folder.add_tree(_INSIDE, self._kept)

    def keep(self, folder: Folder) -> None:
        """Copies what a runner compiled, if nothing is kept yet. Does nothing where it is too large or cannot be written: it is only slower then."""
        if self._kept.is_dir():
            return
        try:
            self._kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self._kept.parent) as made:
                whole = Path(made) / "whole"
                if _copied(folder, whole):
                    whole.rename(self._kept)
            drop_oldest([path for path in self._kept.parent.iterdir() if len(path.name) == 64], _MOST_KEPT)
        except OSError:
            return


class CompiledFiles:
    """What the first process of a candidate compiled. Make it when that process has ended, and close it in any case."""

    def __init__(self, first: Folder):
        self._path, self._kept = first.path, trusted_folder()
        try:
            self._has_files = _copied(first, self._kept / _INSIDE)
        except OSError:
            self._has_files = False

    def folder(self) -> Folder:
        """A fresh folder with these files, where the first one was: build files name the path. Only one may exist at a time."""
        fresh = Folder(self._path)
        if self._has_files:
            fresh.add_tree(_INSIDE, self._kept / _INSIDE)
        return fresh

    def close(self) -> None:
        shutil.rmtree(self._kept, ignore_errors=True)


def _copied(folder: Folder, place: Path) -> bool:
    """Copies what the folder's process compiled, with the files' times. False if there is nothing, or too much. Raises OSError."""
    files = _own_files(folder)
    if files is None or not files or sum(path.stat().st_size for path in files) > _MOST_BYTES:
        return False
    for path in files:
        copy, about = place / path.relative_to(folder.path / _INSIDE), path.stat()
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy, follow_symlinks=False)
        copy.chmod(about.st_mode & 0o755)
        os.utime(copy, ns=(about.st_atime_ns, about.st_mtime_ns))
    return True


def _own_files(folder: Folder) -> "list[Path] | None":
    """The regular files that the folder's user compiled. Links are left out, and files of others: a second name may be a link to any file.

    None if there are too many. No more are read then, not even from one folder.
    """
    owner = os.geteuid() if folder.uid is None else folder.uid
    found = list(itertools.islice(_inside(folder.path / _INSIDE), _MOST_FILES + 1))
    if len(found) > _MOST_FILES:
        return None
    return [path for path in found if stat.S_ISREG(path.lstat().st_mode) and path.lstat().st_uid == owner]


def _inside(top: Path) -> "Iterator[Path]":
    """All that is in a folder, one by one. Nothing if it is a link, or missing."""
    folders = [] if top.is_symlink() or not top.is_dir() else [top]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                yield Path(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    folders.append(Path(entry.path))
