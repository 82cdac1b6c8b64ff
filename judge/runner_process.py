"""The server's side of one runner: its folder, its process, what it printed, and how it ended."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from . import channel, limits
from .errors import Broken, Failure
from .isolation import Folder
from .nursery import Forked
from .processes import Suspension
from .surroundings import cpu_environment, torch_paths
from .watchdog import Watch

_HERE = Path(__file__).parent
_MODULES = ("calls", "building", "handing", "kernelbench_calls", "layout", "observe", "observe_cpu", "counted", "kernel")
JUDGES_FILES = ("runner.py", *(f"{module}.py" for module in _MODULES))  # names that a candidate's files cannot have
_TAIL_BYTES = 16_000
_PROBLEM_CHARS = 2000


class RunnerProcess:
    """Starts at construction, importing torch while its files may still be in the making. Close it in any case."""

    def __init__(self, name: str, files: "dict[str, str]", model: "tuple[str, str]", job: dict, host: dict, more: "dict | None" = None):
        """`model` is (module, class) of what it runs; `job` gives target, precision and device, `host` threads and memory;
        `more` changes how it runs: gpuShare (of the device's memory, for torch's allocator), for a baseline compile (with torch.compile's mode) and tf32."""
        self.name, self.folder = name, Folder()
        self.process: "subprocess.Popen | None" = None
        self._tail = b""
        for file, text in files.items():
            self.folder.add(file, text)
        for own in JUDGES_FILES[:-1]:
            self.folder.add(own, _HERE / own)
        start = {"target": job["target"], "tf32": job["precision"] == "tf32", "threads": host["threads"], "compile": False}
        start |= {"module": model[0], "model": model[1], "gpuShare": None, "paths": torch_paths(), "judges": JUDGES_FILES, **(more or {})}
        self.folder.add("start.json", json.dumps(start))
        self.channel, theirs = channel.pair()
        cpu = job["target"] == "cpu"
        env = cpu_environment(host["threads"]) if cpu else {}
        most = int(limits.MEMORY_SHARE * host["memoryBytes"])
        memory = most if cpu else None  # CUDA reserves more addresses than there is memory
        with theirs:
            late = job["device"].environment
            self.process = self.folder.fork("runner.py", theirs, job["target"], memory_bytes=memory, env=env, late=late) or self._spawned(theirs, memory, {**env, **late})
        self._watch = Watch(self.folder.uid, self.process.pid, most, self.folder.kill)
        self._reader = threading.Thread(target=self._drain, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        return self.process.pid

    def _spawned(self, theirs, memory: "int | None", env: dict) -> subprocess.Popen:
        command = [sys.executable, "-I", "runner.py", str(theirs.fileno())]
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return self.folder.spawn(command, memory_bytes=memory, env=env, pass_fds=(theirs.fileno(),), **streams)

    def add_library(self, library: Path) -> None:
        """Puts the built library and the module that calls it beside the candidate."""
        self.folder.add("libkernel.so", library)
        self.folder.add("kernel.py", _HERE / "kernel.py")

    def ready(self, seconds: float, stopped=lambda: 0.0) -> None:
        """Waits until torch is imported and the device is open, so many seconds at most, without those for which it was `stopped`.
        Raises Failure (timeout, crashed) and Broken."""
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
                raise Broken(f"no runner could be started: {crash.fields['problem']}") from error
            raise crash from error

    def hand_over(self) -> int:
        """The descriptor for the oracle. Afterwards only the oracle may talk to the runner: call `handed_over`."""
        return self.channel.sock.fileno()

    def handed_over(self) -> None:
        self.channel.close()

    def crash(self, stage: str, why: str = "", told: bool = True) -> Failure:
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
        group = self.folder.group
        self._suspension = Suspension(self.pid, self.folder.uid, str(group.path) if group else None)
        self._suspension.stop()

    def go_on(self) -> None:
        self._suspension.go_on()

    def kill(self) -> None:
        self.folder.kill()

    def close(self) -> None:
        """Kills everything it started and removes its folder."""
        self.channel.close()
        if self.process is not None:
            self._watch.close()
        self.folder.close()
        if self.process is not None:
            self._reader.join(2)
            self.process.stdout.close()

    def _drain(self) -> None:
        """Keeps the end of what it prints; reads on for ever so that it never blocks on a full pipe."""
        output = self.process.stdout.fileno()
        while True:
            try:
                data = os.read(output, 65536)
            except OSError:
                return
            if not data:
                return
            self._tail = (self._tail + data)[-_TAIL_BYTES:]


def _ending(code: "int | None", why: str) -> str:
    if why:
        return f"the runner was stopped: {why}"
    if code is None:
        return "the runner closed its channel"
    if code < 0:
        return f"the process died of {signal.Signals(-code).name}"
    return f"the process exited with status {code} before it answered"
