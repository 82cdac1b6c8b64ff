"""Private folders, each with its own user. They separate untrusted processes from the judge and from each other.

`confine` removes a process's rights. `probe` finds the protections of this host. All processes keep the host's PID and
IPC namespaces.
"""

import contextlib
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from judge.protocol.errors import Broken, Failure
from judge.protocol.messages import Stage
from judge.sandbox import cgroup, confine, reaper, zygote_pool
from judge.sandbox.environment import environment, readable, torch_paths
from judge.sandbox.paths import created, root, trusted_folder
from judge.sandbox.probe import CONFINED, NOBODY_GID, probed

_TOOL_MEMORY = 16 << 30  # for each process of a compiler or a simulation
_SAID = "said.txt"
_COPIED_BYTES = 1 << 20  # at once
_CONFINEMENT = ("confined.py", "confine.py", "landlock.py", "libc.py", "seccomp.py")  # all that `confined.py` imports


class Folder:
    """A private folder and the user that owns it: one untrusted process tree. `close` kills the tree and removes it."""

    def __init__(self, path: "Path | None" = None):
        """`path`: where the folder must be; nothing may be there."""
        self.uid = _new_user()
        self._owner = (self.uid, NOBODY_GID) if self.uid is not None else None
        if path:
            path.mkdir(mode=0o700)
        self.path = path or trusted_folder()
        if self._owner:
            os.chown(self.path, *self._owner)
        self.group = cgroup.group(f"{root().name}.{self.path.name}")
        self._processes: list = []
        _live.add(self)

    def add(self, name: str, content: "str | bytes | Path") -> None:
        """Writes a file that the folder's user may read: a text, bytes, or a copy of another file. Makes the folders of its name."""
        self._make_parents(name)
        with created(self.path / name, owner=self._owner) as file:
            if isinstance(content, Path):
                with open(content, "rb") as source:
                    shutil.copyfileobj(source, file, _COPIED_BYTES)
            else:
                file.write(content.encode() if isinstance(content, str) else content)

    def add_tree(self, name: str, source: Path) -> None:
        """Copies a folder of the judge's own; all of the copy belongs to the folder's user, who may change it."""
        shutil.copytree(source, self.path / name)
        for top, _folders, files in os.walk(self.path / name):
            for path in (top, *(os.path.join(top, file) for file in files)):
                if self._owner:
                    os.chown(path, *self._owner)

    def _make_parents(self, name: str) -> None:
        for parent in reversed(Path(name).parents[:-1]):
            place = self.path / parent
            if not place.is_dir():
                place.mkdir()
                place.chmod(0o755)  # whatever the umask is

    def read(self, name: str, most: int, end: int = 0) -> str:
        """The beginning of a hostile process's file, and its last `end` bytes. Empty if the file is missing or a link."""
        with contextlib.suppress(OSError):
            with open(os.open(self.path / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
                head = file.read(most)
                file.seek(max(len(head), file.seek(0, os.SEEK_END) - end))
                return (head + file.read(end)).decode(errors="replace")
        return ""

    def spawn(
        self,
        command: "list[str]",
        *,
        memory_bytes: "int | None" = None,
        env: "dict[str, str] | None" = None,
        traced: bool = False,
        pinned: bool = False,
        cpu: bool = False,
        **options: Any,
    ) -> "subprocess.Popen[Any]":
        """Starts a confined command as the folder's user, in a session of its own. The folder is its home.

        `traced`, `pinned` and `cpu` are those of `seccomp.program`.
        """
        whole = [*CONFINED, json.dumps(self._confinement(memory_bytes, {"traced": traced, "pinned": pinned, "cpu": cpu})), *command]
        process = subprocess.Popen(whole, cwd=self.path, env={**environment(self.path), **(env or {})}, start_new_session=True, **options)
        self._processes.append(process)
        return process

    def spawn_to_file(self, command: "list[str]", **options: Any) -> "subprocess.Popen[bytes]":
        """As `spawn`, for a command without input whose output `said` reads. Raises OSError if a file is in the way."""
        with open(os.open(self.path / _SAID, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600), "wb") as output:
            return self.spawn(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, **options)

    def said(self, most: int, end: int = 0) -> str:
        """The output of `spawn_to_file`, as `read` returns it and without the folder's path."""
        return self.strip(self.read(_SAID, most, end))

    def run(self, command: "list[str]", stage: Stage, seconds: float, most: int = 0, env: "dict | None" = None, cpu: bool = False) -> "tuple[int, str]":
        """The status of a tool that works on hostile text, and the first `most` bytes that it said. `cpu`: see `spawn`. Raises Failure (timeout)."""
        with tempfile.TemporaryFile() if most else open(os.devnull, "r+b") as output:  # a pipe would fill up, and a grandchild could keep it open
            process = self.spawn(command, memory_bytes=_TOOL_MEMORY, env=env, cpu=cpu, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
            try:
                process.wait(timeout=seconds)
            except subprocess.TimeoutExpired as error:
                raise Failure(status="timeout", stage=stage, limitSeconds=seconds) from error
            output.seek(0)
            return process.returncode, output.read(most).decode(errors="replace")

    def fork(self, program: str, sock, target: str, *, memory_bytes: "int | None", env: dict, late: dict, imports: str = "") -> "zygote_pool.Forked | None":
        """As `spawn`, but for a Python file in the folder, from a process that has imported what the target needs already.

        `sock` is its descriptor 3, its output is piped; `late` is set after that import, `env` before and after. `imports`: import
        statements of a trusted process, executed before it is confined. None where no fork server can be had.
        """
        plan: "dict[str, Any]" = {"program": str(self.path / program), "cwd": str(self.path), "env": {**environment(self.path), **env, **late}}
        plan["confinement"] = self._confinement(memory_bytes, {"traced": False, "pinned": target == "cuda", "cpu": target == "cpu"})
        process = zygote_pool.forked(plan, runners_start(target, env), sock, piped=True, imports=importing(imports, env, late))
        if process is not None:
            self._processes.append(process)
        return process

    def kill(self) -> None:
        """Kills what was started, whole groups, and everything else that runs as the folder's user. Raises Broken
        where something would not go."""
        for process in self._processes:
            if isinstance(process, subprocess.Popen):
                reaper.end_group(process.pid)
            else:
                process.kill()
        left = self.group.kill() if self.group else reaper.kill_user(self.uid, NOBODY_GID) if self.uid is not None else ()
        if left:
            raise Broken(f"processes that were killed did not end: {sorted(left)[:5]}")
        for process in self._processes:
            reaper.await_end(process, "a process")

    def close(self) -> None:
        _live.discard(self)
        try:
            self.kill()
        finally:
            if self.uid is not None:
                reaper.wipe_shared(self.uid)
                _users.discard(self.uid)
            if self.group:
                self.group.close()
            reaper.remove(self.path)

    def strip(self, text: str) -> str:
        """The text with the folder's path taken off file names."""
        return text.replace(f"{self.path}/", "").replace(str(self.path), "")

    def narrowed(self, command: "list[str]") -> "list[str]":
        """The command as a profiler should start it: reading no more of `/proc` than any other runner, though the profiler itself may.

        The profiler is confined already and cannot read the judge's own files. Therefore the folder gets a copy of the code that confines.
        """
        if not probed()[0]["fileFilter"]:
            return command
        for name in _CONFINEMENT:
            self.add(f"confinement/judge/sandbox/{name}", Path(__file__).with_name(name))
        plan = confine.planned(str(self.path), None, NOBODY_GID, {"noNewPrivileges": True, "fileFilter": True}, None, readable())
        return [sys.executable, "-I", "-S", "confinement/judge/sandbox/confined.py", json.dumps(plan), *command]

    def _confinement(self, memory_bytes: "int | None", calls: dict) -> dict:
        entry = str(self.group.entry) if self.group else None
        return confine.planned(str(self.path), self.uid, NOBODY_GID, probed()[0], memory_bytes, readable(), entry, {**calls, "stopped": not cgroup.freezes()})


def runners_start(target: str, env: dict) -> dict:
    preload = ["torch", "triton"] if target == "cuda" and importlib.util.find_spec("triton") else ["torch"]
    return {"env": {**environment(root()), **env}, "preload": preload, "paths": torch_paths(), "root": root()}


def importing(imports: str, env: dict, late: dict) -> "zygote_pool.Imports | None":
    """The import statements `imports` under the environment of a runner, except for the runner's own folder. None if there are none."""
    return {"imports": imports, "env": {**environment(root()), **env, **late}} if imports else None


def close_all() -> None:
    """Ends whatever still runs in private folders and removes them all."""
    for folder in list(_live):
        with contextlib.suppress(Broken):
            folder.close()


def _new_user() -> "int | None":
    """A user that no other folder of this judge has. None where processes cannot have users of their own."""
    uids = probed()[1]
    if uids is None:
        return None
    with _choosing:
        while (uid := random.SystemRandom().randrange(*uids)) in _users:
            pass
        _users.add(uid)
    return uid


_live: "set[Folder]" = set()
_users: "set[int]" = set()
_choosing = threading.Lock()
