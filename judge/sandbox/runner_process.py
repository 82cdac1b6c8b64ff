"""One runner, seen from the server: its folder, its process, its output and its end."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from judge.device.access import Device
from judge.protocol import limits
from judge.protocol.errors import Broken, Failure
from judge.protocol.messages import Host, Precision, Stage, Target
from judge.sandbox import cgroup, reaper, zygote_pool
from judge.sandbox.environment import cpu_environment, torch_paths
from judge.sandbox.page_library import page_library
from judge.sandbox.suspension import Suspension
from judge.sandbox.watchdog import Watch
from judge.sandbox.workdir import Folder, importing, runners_start
from judge.sandbox.zygote_pool import Forked
from judge.wire import packets
from judge.wire.page_calls import LIBRARY

_JUDGE = Path(__file__).resolve().parents[1]
_COPIED = ("runner", "wire")  # the judge's packages in a candidate's process
_TAIL_BYTES = 16_000
_PROBLEM_CHARS = 2000
COMPILED = {"TORCHINDUCTOR_CPP_CACHE_PRECOMPILE_HEADERS": "0"}  # of a compiled baseline: g++ writes such a header outside the kept files, in 6 s
_NO_COMPILE_WORKERS = {"TORCHINDUCTOR_COMPILE_THREADS": "1"}  # of a candidate: worker processes would share the core of its timed calls


class RunnerProcess:
    """Starts at construction, importing torch while its files may still be in the making. Close it in any case."""

    def __init__(
        self,
        name: str,
        files: "dict[str, str]",
        model: "tuple[str, str]",
        precision: Precision,
        device: Device,
        host: Host,
        changes: "dict[str, Any] | None" = None,
        before: "Callable[[Folder], None] | None" = None,
        folder: "Folder | None" = None,
        imports: str = "",
    ):
        """Runs `model`, a (module, class) of `files`, on a device.

        `changes` replace values that `runner_start` gives by default. `before` adds to the folder before the process starts. `folder`: to use
        instead of a new one. `imports`: of a baseline's task, as in `prepare_baselines`; never of a candidate.
        """
        self.name, self.folder, self._is_closed = name, folder or Folder(), False
        self.process: "subprocess.Popen | Forked | None" = None
        self._tail = b""
        self._suspension: "Suspension | None" = None
        try:
            for file, text in files.items():
                self.folder.add(file, text)
            if before:
                before(self.folder)
            add_runner(self.folder)
            if device.target == "cuda":
                self.folder.add(f"judge/wire/{LIBRARY}", page_library())
            self.folder.add("start.json", json.dumps({**runner_start(model, device.target, precision, host["threads"]), **(changes or {})}))
            self._start(device, host, changes, imports)
        except BaseException:  # nobody has it yet who could close it
            self.folder.close()
            raise

    def _start(self, device: Device, host: Host, changes: "dict[str, Any] | None", imports: str) -> None:
        self.channel, theirs = packets.pair()
        cpu = device.target == "cpu"
        env, late = _variables(device, host, changes)
        most = limits.runner_memory(host)
        memory = most if cpu else None  # CUDA reserves more addresses than there is memory
        with theirs:
            forked = self.folder.fork("judge/runner/__main__.py", theirs, device.target, memory_bytes=memory, env=env, late=late, imports=imports)
            self.process = forked or self._spawned(theirs, memory, {**env, **late}, not cpu)
        self._watch = Watch(self.folder.uid, self.pid, most, self.folder.kill)
        self._reader = threading.Thread(target=self._drain, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        pid = self.process.pid if self.process else None
        if pid is None:
            raise Broken("no runner could be started")
        return pid

    def _spawned(self, theirs, memory: "int | None", env: dict, pinned: bool) -> subprocess.Popen:
        command = [sys.executable, "-I", "judge/runner/__main__.py", str(theirs.fileno())]
        streams: "dict[str, Any]" = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return self.folder.spawn(command, memory_bytes=memory, env=env, pinned=pinned, cpu=not pinned, pass_fds=(theirs.fileno(),), **streams)

    def add_library(self, library: Path) -> None:
        """Puts the built library and the module that calls it beside the candidate."""
        self.folder.add("libkernel.so", library)
        add_kernel_module(self.folder)

    def ready(self, seconds: float, stopped: "Callable[[], float]" = lambda: 0.0) -> None:
        """Waits until torch is imported and the device is open. The limit in seconds leaves out the time for which it was `stopped`.

        Raises Failure (timeout, crashed) and Broken.
        """
        until, left = time.monotonic() + seconds - stopped(), seconds
        while not self.channel.wait(left):
            left = until + stopped() - time.monotonic()
            if left <= 0:
                raise Failure(status="timeout", stage="start", limitSeconds=seconds)
        try:
            self.channel.receive()
        except (EOFError, ValueError) as error:
            crash = self.crash("start")
            if isinstance(self.process, Forked) and not self.process.started:
                raise Broken(f"no runner could be started: {crash.problem}") from error
            raise crash from error

    def hand_over(self) -> int:
        """The descriptor for the oracle. Afterwards only the oracle may talk to the runner: call `handed_over`."""
        return self.channel.sock.fileno()

    def handed_over(self) -> None:
        self.channel.close()

    def crash(self, stage: Stage, why: str = "", told: bool = True) -> Failure:
        """How it died, with the last lines it printed; not `told`: nothing of either, for it has seen hidden inputs."""
        try:
            code = None if why else self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            code = None
        self.folder.kill()
        self._reader.join(2)
        said = self.folder.strip(self._tail.decode(errors="replace")).strip()
        problem = "\n".join(filter(None, [_ending(code, self._watch.excess or why), said[-_PROBLEM_CHARS:]]))
        if not told:
            problem = _ending(None, self._watch.excess) if self._watch.excess else "it ended in a call after the public checks"
        return Failure(status="crashed", stage=stage, problem=problem)

    def stop(self) -> None:
        """Stops all that it has started until it may `go_on`: what waits for its turn must not disturb others."""
        if self._suspension is None:
            self._suspension = Suspension(self.pid, **self.place())
        self._suspension.hold()

    def go_on(self) -> None:
        if self._suspension is not None:
            self._suspension.go_on()

    def place(self) -> "dict[str, Any]":
        """The arguments of `Suspension` that tell where its processes are."""
        group = self.folder.group
        return {"uid": self.folder.uid, "group": str(group.path) if group else None, "freezes": cgroup.freezes()}

    def kill(self) -> None:
        self.folder.kill()

    def close(self) -> None:
        """Kills the runner with all its processes and removes its folder. Does nothing the second time."""
        if self._is_closed:
            return
        self._is_closed = True
        self.channel.close()
        if self.process is not None:
            self._watch.close()
        if self._suspension is not None:
            self._suspension.close()
        self.folder.close()
        if self.process is not None:
            self._reader.join(2)
            self.process.stdout.close()

    def _drain(self) -> None:
        """Keeps the end of the runner's output. Reads until the end, because a full pipe would block the runner."""
        output = self.process.stdout.fileno()
        while True:
            try:
                data = os.read(output, 65536)
            except OSError:
                return
            if not data:
                return
            self._tail = (self._tail + data)[-_TAIL_BYTES:]


def prepare_baselines(imports: str, device: Device, host: Host) -> None:
    """Executes the import statements of a task in the background, so that processes of eager need not."""
    env, late = _variables(device, host, None)
    if imports:
        zygote_pool.prepare(runners_start(device.target, env), importing(imports, env, late))


def _variables(device: Device, host: Host, changes: "dict[str, Any] | None") -> "tuple[dict[str, str], dict[str, str]]":
    """The variables of a runner on top of the environment: those that torch must find when it is imported, and the others."""
    env = cpu_environment(host["threads"]) if device.target == "cpu" else {}
    return env, {**device.environment, **(COMPILED if (changes or {}).get("compile") else _NO_COMPILE_WORKERS)}


def runner_start(model: "tuple[str, str]", target: Target, precision: Precision, threads: int) -> "dict[str, Any]":
    """The content of start.json, which tells a runner how to start. A process may change:

    - gpuShare: the share of the device's memory for torch's allocator, without a limit by default.
    - compile, with torch.compile's `mode`, and tf32: for a baseline.
    """
    module, name = model
    start: "dict[str, Any]" = {"target": target, "tf32": precision == "tf32", "threads": threads, "compile": False}
    return {**start, "module": module, "model": name, "gpuShare": None, "paths": torch_paths()}


def add_runner(folder: Folder) -> None:
    """Copies the untrusted half of the judge into a private folder, as a package `judge` of `runner` and `wire` alone."""
    folder.add("judge/__init__.py", "")
    for package in _COPIED:
        for file in sorted((_JUDGE / package).glob("*.py")):
            folder.add(f"judge/{package}/{file.name}", file)


def add_kernel_module(folder: Folder) -> None:
    """Puts `kernel.py` beside the candidate. The candidate calls its built library through it."""
    folder.add("kernel.py", _JUDGE / "runner" / "kernel.py")


def _ending(code: "int | None", why: str) -> str:
    if why:
        return f"the runner was stopped: {why}"
    if code is None:
        return "the runner closed its channel"
    if code < 0:
        return f"the process died of {reaper.signal_name(-code)}"
    return f"the process exited with status {code} before it answered"
