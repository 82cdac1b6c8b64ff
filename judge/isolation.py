"""Private folders, and the user that owns each: what keeps untrusted processes from the judge and from each other.

What a confined process gives up is in `sandbox`, what works on this host in `abilities`. No namespaces for pids or ipc:
CUDA's memory handles need the host's.
"""

import contextlib
import importlib.util
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from . import cgroup, nursery, remains, sandbox
from .abilities import CONFINED, NOBODY_GID, probed
from .errors import Broken, Failure
from .host import physical_cores
from .surroundings import PACKAGE_PARENT, ROOT_NAME, cpu_environment, created, environment, readable, root, torch_paths, trusted_folder

_TOOL_MEMORY = 16 << 30  # for each process of a compiler or a simulation
_COPIED_BYTES = 1 << 20  # at once


class Folder:
    """A private folder and the user that owns it: one untrusted process tree. `close` kills the tree and removes it."""

    def __init__(self):
        uids = probed()[1]
        self.uid = random.SystemRandom().randrange(*uids) if uids else None
        self._owner = (self.uid, NOBODY_GID) if uids else None
        self.path = trusted_folder()
        if self._owner:
            os.chown(self.path, *self._owner)
        self.group = cgroup.group(f"{root().name}.{self.path.name}")
        self._processes: list = []
        _live.add(self)

    def add(self, name: str, content: "str | bytes | Path") -> None:
        """Writes a file that the folder's user may read: a text, bytes, or a copy of another file."""
        with created(self.path / name, owner=self._owner) as file:
            if isinstance(content, Path):
                with open(content, "rb") as source:
                    shutil.copyfileobj(source, file, _COPIED_BYTES)
            else:
                file.write(content.encode() if isinstance(content, str) else content)

    def read(self, name: str, most: int, end: int = 0) -> str:
        """The beginning of a file that a hostile process wrote, and its last `end` bytes; empty where there is none, or a link."""
        with contextlib.suppress(OSError):
            with open(os.open(self.path / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
                head = file.read(most)
                file.seek(max(len(head), file.seek(0, os.SEEK_END) - end))
                return (head + file.read(end)).decode(errors="replace")
        return ""

    def spawn(self, command: "list[str]", *, memory_bytes: "int | None" = None, env: "dict | None" = None, traced: bool = False, **options) -> subprocess.Popen:
        """Starts a command as the folder's user, confined, in a session of its own, with the folder as its home."""
        whole = [*CONFINED, json.dumps(self._confinement(memory_bytes, traced)), *command]
        process = subprocess.Popen(whole, cwd=self.path, env={**environment(self.path), **(env or {})}, start_new_session=True, **options)
        self._processes.append(process)
        return process

    def run(self, command: "list[str]", stage: str, seconds: float, most: int = 0, env: "dict | None" = None) -> "tuple[int, str]":
        """The status of a tool that works on hostile text, and the first `most` bytes that it said. Raises Failure (timeout)."""
        with tempfile.TemporaryFile() if most else open(os.devnull, "r+b") as output:  # a pipe would fill up, and a grandchild could keep it open
            process = self.spawn(command, memory_bytes=_TOOL_MEMORY, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
            try:
                process.wait(timeout=seconds)
            except subprocess.TimeoutExpired as error:
                raise Failure(status="timeout", stage=stage, limitSeconds=seconds) from error
            output.seek(0)
            return process.returncode, output.read(most).decode(errors="replace")

    def fork(self, program: str, sock, target: str, *, memory_bytes: "int | None", env: dict, late: dict) -> "nursery.Forked | None":
        """As `spawn`, but for a Python file in the folder, from a process that has imported what the target needs already.

        `sock` is its descriptor 3, its output is piped; `late` is set after that import, `env` before and after. None where
        no fork server can be had.
        """
        plan = {"program": str(self.path / program), "cwd": str(self.path), "env": {**environment(self.path), **env, **late}}
        process = nursery.forked({**plan, "confinement": self._confinement(memory_bytes)}, _runners_start(target, env), sock, piped=True)
        if process is not None:
            self._processes.append(process)
        return process

    def kill(self) -> None:
        """Kills what was started, whole groups, and everything else that runs as the folder's user. Raises Broken
        where something would not go."""
        for process in self._processes:
            if isinstance(process, subprocess.Popen):
                remains.end_group(process.pid)
            else:
                process.kill()
        left = self.group.kill() if self.group else remains.kill_user(self.uid, NOBODY_GID) if self.uid is not None else ()
        if left:
            raise Broken(f"processes that were killed did not end: {sorted(left)[:5]}")
        for process in self._processes:
            process.wait()

    def close(self) -> None:
        _live.discard(self)
        try:
            self.kill()
        finally:
            if self.uid is not None:
                remains.wipe_shared(self.uid)
            if self.group:
                self.group.close()
            remains.remove(self.path)

    def strip(self, text: str) -> str:
        """The text with the folder's path taken off file names."""
        return text.replace(f"{self.path}/", "").replace(str(self.path), "")

    def _confinement(self, memory_bytes: "int | None", traced: bool = False) -> dict:
        return sandbox.planned(str(self.path), self.uid, NOBODY_GID, probed()[0], memory_bytes, readable(), str(self.group.entry) if self.group else None, traced)


def trusted_process(module: str, sock, env: dict, late: dict) -> "nursery.Forked | subprocess.Popen":
    """Starts a module of the judge itself, `sock` its argument, with the judge's rights and environment. `env` comes on top
    of that from the start of Python on, `late` at any time before the module runs."""
    start = _trusted_start(module, env)
    whole = start["env"]
    process = nursery.forked({"program": module, "cwd": os.getcwd(), "env": {**whole, **late}, "confinement": None}, start, sock, piped=False)
    if process is not None:
        return process
    command = [sys.executable, "-m", module, str(sock.fileno())]
    return subprocess.Popen(command, env={**whole, **late}, pass_fds=(sock.fileno(),), start_new_session=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)


def prepare(target: str) -> None:
    """Starts the fork servers that a job for the target is going to need, in the background. Without torch no job gets so far."""
    if not torch_paths():
        return
    env = cpu_environment(physical_cores()) if target == "cpu" else {}
    nursery.prepare(_runners_start(target, env))
    nursery.prepare(_trusted_start("judge.oracle_process", env))


def _runners_start(target: str, env: dict) -> dict:
    preload = ["torch", "triton"] if target == "cuda" and importlib.util.find_spec("triton") else ["torch"]
    return {"env": {**environment(root()), **env}, "preload": preload, "paths": torch_paths(), "root": root()}


def _trusted_start(module: str, env: dict) -> dict:
    whole = {**os.environ, **env, "PYTHONPATH": str(PACKAGE_PARENT)}
    return {"env": whole, "preload": [module], "paths": torch_paths(), "root": root()}


def close_all() -> None:
    """Ends whatever still runs in private folders and removes them all; called once, at the end."""
    for folder in list(_live):
        with contextlib.suppress(Broken):
            folder.close()
    nursery.close_all()
    remains.remove(root())


def sweep() -> None:
    """Removes what judges left that were killed, if their fork servers could not."""
    for folder in Path(tempfile.gettempdir()).glob(f"{ROOT_NAME}*"):
        pid = re.fullmatch(r"(\d+)-\w+", folder.name[len(ROOT_NAME) :])
        with contextlib.suppress(FileNotFoundError):
            if pid and folder.lstat().st_uid == os.geteuid() and not Path(f"/proc/{pid[1]}").exists():
                remains.bury(folder)


_live: "set[Folder]" = set()
