"""Keeps what torch.compile wrote for a baseline: to compile it again takes 10 s on a CPU, and more with autotuning.

The files are kept per task, precision, baseline, torch version and device. Only the process of a trusted baseline writes them, and
only a baseline of the same task reads them again. A candidate can do neither.
"""

import hashlib
import json
import os
import shutil
import tempfile
from pathlib import Path

from judge.build.compiler import cpu_flags
from judge.protocol.messages import Host, Precision, Target, Task
from judge.sandbox.paths import cache
from judge.sandbox.runner_process import COMPILED
from judge.sandbox.workdir import Folder

_INSIDE = "cache"  # of a runner's folder: torch.compile and Triton write there
_MOST_BYTES = 256 << 20  # of one baseline
_MOST_KEPT = 64  # baselines; the oldest go first


class CompiledBaseline:
    """The kept files of one baseline of one task."""

    def __init__(self, name: str, task: Task, target: Target, precision: Precision, host: Host):
        about = [name, task["source"], target, precision, host["torch"], host["gpu"], cpu_flags(), COMPILED]
        self._kept = cache("baselines") / hashlib.sha256(json.dumps(about, default=str).encode()).hexdigest()

    def lend(self, folder: Folder) -> None:
        """Copies the kept files, if there are any, into the folder of a runner that has not started."""
        if self._kept.is_dir():
            folder.add_tree(_INSIDE, self._kept)

    def keep(self, folder: Folder) -> None:
        """Copies what a runner compiled, if nothing is kept yet. Does nothing where it is too large or cannot be written: it is only slower then."""
        if self._kept.is_dir():
            return
        files = _regular_files(folder.path / _INSIDE)
        if not files or sum(path.stat().st_size for path in files) > _MOST_BYTES:
            return
        try:
            self._kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self._kept.parent) as made:
                whole = Path(made) / "whole"
                for path in files:
                    place = whole / path.relative_to(folder.path / _INSIDE)
                    place.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(path, place, follow_symlinks=False)
                whole.rename(self._kept)
            _drop_oldest(self._kept.parent)
        except OSError:
            return


def _regular_files(folder: Path) -> "list[Path]":
    """The regular files below a folder. Links are left out."""
    return [path for top, _folders, names in os.walk(folder) for path in (Path(top) / name for name in names) if path.is_file() and not path.is_symlink()]


def _drop_oldest(folder: Path) -> None:
    kept = sorted((path for path in folder.iterdir() if len(path.name) == 64), key=lambda path: path.stat().st_mtime)
    for path in kept[:-_MOST_KEPT]:
        shutil.rmtree(path, ignore_errors=True)
