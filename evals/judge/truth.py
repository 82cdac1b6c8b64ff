"""`python3 -m evals.judge.truth`: times a task and a candidate in a plain process, by the device's own events: the judge's clock must agree.

A server of JSON lines: {task, precision, target, files} in, the times of `eager` and `candidate` out. Each request gets a fresh process, a fork
that had torch imported. There is no sandbox and no other process on the device. On a CPU the process's own clock replaces the events.
All times are microseconds per call.

| time | of |
| --- | --- |
| chainedUs | calls in a row with their launches, each on its own inputs and with its own outputs: caches are cold. What the judge should find |
| pacedUs | the same, as few calls as the judge's chains have, each chain after a rest: a hot device is slower |
| pinnedUs | as chainedUs with all threads on one core, as the judge pins them |
| alternatingUs | calls in a row on two sets of inputs in turn, outputs dropped: small inputs stay in the cache |
| queuedUs | as chainedUs, but all calls find their launches queued: the device's part alone |
| deviceUs | one call that finds its launches queued and the caches cold |
| hostUs | the host's part of a call in a row, until `forward` returned |
"""

import contextlib
import importlib.util
import json
import os
import select
import signal
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import torch

from judge.build.compiler import build
from judge.device.topology import two_cores

_LIMIT = 90.0  # seconds of one process
_LEAST_CALLS, _MOST_CALLS, _CHAIN_SECONDS = 16, 64, 8e-3  # of a chain
_LEAST_CHAINS, _MOST_CHAINS, _SECONDS = 3, 9, 0.25  # chains of one kind, and the seconds for them
_WARM_SECONDS, _REST_SECONDS = 0.2, 0.05
_SHARE = 0.15  # of the free memory, for all inputs of a chain, and for all outputs
_FLUSH_BYTES = {"cuda": 256 << 20, "cpu": 64 << 20}
_SLEEP_CYCLES, _CYCLES_PER_SECOND = 200_000, 4e9  # the device sleeps longer than the host needs for all launches
_DTYPES = {"fp32": torch.float32, "tf32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}
_NATIVE = {"cuda": "kernel.cu", "cpu": "kernel.cpp"}
_LOADER = Path(__file__).resolve().parents[2] / "judge" / "runner" / "kernel.py"


def main() -> None:
    """Answers each line of stdin with a line."""
    for line in sys.stdin:
        print(json.dumps(_in_a_fork(json.loads(line))), flush=True)


def _in_a_fork(asked: dict) -> dict:
    """The answer of a process of its own, or {error}."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        os.setsid()
        os.dup2(2, 1)  # what a candidate prints
        with os.fdopen(write, "w") as answer:
            try:
                answer.write(json.dumps(timed(asked)))
            except Exception as error:
                answer.write(json.dumps({"error": f"{type(error).__name__}: {str(error)[:500]}"}))
        os._exit(0)
    os.close(write)
    try:
        return _read(read)
    finally:
        os.close(read)
        os.killpg(child, signal.SIGKILL)  # also what the candidate started; its leader is not reaped yet
        os.waitpid(child, 0)


def _read(pipe: int) -> dict:
    until, data = time.monotonic() + _LIMIT, b""
    while select.select([pipe], [], [], max(0.0, until - time.monotonic()))[0]:
        more = os.read(pipe, 1 << 16)
        if not more:
            return json.loads(data) if data else {"error": "the process ended without an answer"}
        data += more
    return {"error": f"it ran past {_LIMIT:g} s"}


def timed(asked: dict) -> dict:
    """{eager, candidate}: the times of both in this process, and the relative `difference` of the candidate's first output."""
    clock = Clock(asked["target"])
    with tempfile.TemporaryDirectory() as name, torch.no_grad():
        eager, candidate, sets = loaded_pair(asked, Path(name))
        difference = _difference(eager(*sets.first), candidate(*sets.first))
        found = {side: clock.times(model, sets) for side, model in (("eager", eager), ("candidate", candidate))}
    return {**found, "difference": difference}


def loaded_pair(asked: dict, folder: Path) -> "tuple[torch.nn.Module, torch.nn.Module, Inputs]":
    """Eager and the candidate with the same parameters, and the task's inputs. Their files lie in `folder` while they are used."""
    target, dtype, allowed = asked["target"], _DTYPES[asked["precision"]], asked["precision"] == "tf32"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = allowed
    task = _loaded(_written(folder / "task.py", asked["task"]), "task")
    made = list(getattr(task, "get_init_inputs", list)())
    torch.manual_seed(1)
    eager = task.Model(*made).to(target, dtype)
    candidate = _candidate(folder, asked, made).to(target, dtype)
    candidate.load_state_dict(eager.state_dict(), strict=False)
    return eager, candidate, Inputs(task, target, dtype)


def _candidate(folder: Path, asked: dict, made: list) -> torch.nn.Module:
    for name, text in asked["files"].items():
        _written(folder / name, text)
    native = _NATIVE[asked["target"]]
    if native in asked["files"]:
        capability = "{}.{}".format(*torch.cuda.get_device_capability()) if asked["target"] == "cuda" else None
        (folder / "libkernel.so").symlink_to(build(native, asked["files"][native], capability).library)
        _written(folder / "kernel.py", _LOADER.read_text())
    sys.path.insert(0, str(folder))
    torch.manual_seed(1)
    return _loaded(folder / "model_new.py", "model_new").ModelNew(*made)


def _written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def _loaded(path: Path, name: str):
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class Inputs:
    """Draws input sets of a task on the device."""

    def __init__(self, task, target: str, dtype: torch.dtype):
        self._task, self._target, self._dtype = task, target, dtype
        self.first = self.draw()
        self.bytes = _bytes(self.first)

    def draw(self) -> list:
        with torch.device(self._target):
            drawn = self._task.get_inputs()
        return [self._placed(each) if isinstance(each, torch.Tensor) else each for each in drawn]

    def _placed(self, tensor: torch.Tensor) -> torch.Tensor:
        return tensor.to(self._target, self._dtype) if tensor.is_floating_point() else tensor.to(self._target)


class Clock:
    """Times models on one device."""

    def __init__(self, target: str):
        self.target = target
        self._lines = torch.empty(_FLUSH_BYTES[target], dtype=torch.uint8, device=target)

    def times(self, model, sets: Inputs) -> dict:
        """The times of one model, and how they were taken."""
        seconds = self._warm_up(model, sets.first)
        calls = min(_MOST_CALLS, max(_LEAST_CALLS, int(_CHAIN_SECONDS / seconds)))
        drawn = [sets.first] + [sets.draw() for _ in range(self._fitting(calls, sets.bytes) - 1)]
        keeps = calls * _bytes(model(*sets.first)) <= self._free_share()
        rounds = range(min(_MOST_CHAINS, max(_LEAST_CHAINS, int(_SECONDS / (calls * seconds)))))
        cold = [self._chain(model, drawn, calls, keeps) for _ in rounds]
        paced = [self._paced(model, drawn, min(calls, max(2, int(_CHAIN_SECONDS / seconds))), keeps) for _ in rounds]
        with _pinned():
            pinned = [self._chain(model, drawn, calls, keeps) for _ in rounds]
        alternating = [self._chain(model, drawn[:2], calls, False) for _ in rounds]
        chains = sorted(whole for whole, _host in cold)
        found = {"chainedUs": median(chains), "chains": [float(f"{each:.5g}") for each in chains], "hostUs": median(host for _whole, host in cold)}
        found |= {name: median(whole for whole, _host in each) for name, each in (("pacedUs", paced), ("pinnedUs", pinned), ("alternatingUs", alternating))}
        found |= {"calls": calls, "sets": len(drawn)}
        if self.target == "cuda":
            found["queuedUs"] = median(self._chain(model, drawn, calls, keeps, 1e-6 * found["hostUs"] * calls)[0] for _ in rounds)
            found["deviceUs"] = median(self._chain(model, [drawn[at % len(drawn)]], 1, False, min(seconds, 0.1))[0] for at in range(2 * len(rounds)))
        return found

    def _warm_up(self, model, arguments: list) -> float:
        """Seconds of one call with its synchronization: the least of many."""
        least, began = float("inf"), time.perf_counter()
        while time.perf_counter() - began < _WARM_SECONDS or least == float("inf"):
            before = time.perf_counter()
            model(*arguments)
            self.sync()
            least = min(least, time.perf_counter() - before)
        return least

    def _fitting(self, calls: int, size: int) -> int:
        """How many input sets of `size` bytes a chain has: one per call, as far as memory reaches."""
        return max(2, min(calls, int(self._free_share() / max(size, 1))))

    def _free_share(self) -> float:
        free = torch.cuda.mem_get_info()[0] if self.target == "cuda" else os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        return _SHARE * free

    def _chain(self, model, sets: "list[list]", calls: int, keeps: bool, queued: float = 0.0) -> "tuple[float, float]":
        """(us, host's us) per call of a chain. With `keeps`, its outputs stay alive until it ends. `queued`: the seconds that the host needs for
        its launches, if the device shall find all of them queued."""
        outputs = []
        self.flush()
        first, last = self.event(), self.event()
        if queued:
            torch.cuda._sleep(int(_SLEEP_CYCLES + _CYCLES_PER_SECOND * queued))
        began = time.perf_counter()
        if first:
            first.record()
        for at in range(calls):
            found = model(*sets[at % len(sets)])
            if keeps:
                outputs.append(found)
        if last:
            last.record()
        host = time.perf_counter() - began
        self.sync()
        whole = first.elapsed_time(last) * 1e-3 if first and last else time.perf_counter() - began
        return 1e6 * whole / calls, 1e6 * host / calls

    def _paced(self, model, sets: "list[list]", calls: int, keeps: bool) -> "tuple[float, float]":
        time.sleep(_REST_SECONDS)
        model(*sets[-1])  # after a rest the first call takes longer
        return self._chain(model, sets, calls, keeps)

    def flush(self) -> None:
        """Empties the caches."""
        self._lines.fill_(1)
        self.sync()

    def event(self):
        """A device event that takes the time. None on the CPU."""
        return torch.cuda.Event(enable_timing=True) if self.target == "cuda" else None

    def sync(self) -> None:
        """Waits for the device."""
        if self.target == "cuda":
            torch.cuda.synchronize()


@contextlib.contextmanager
def _pinned():
    """Keeps all threads of this process on the core that the judge gives its runners."""
    before = os.sched_getaffinity(0)
    _keep_to(two_cores(before)[1])
    try:
        yield
    finally:
        _keep_to(before)


def _keep_to(cpus: "set[int]") -> None:
    for thread in os.listdir("/proc/self/task"):
        with contextlib.suppress(ProcessLookupError):
            os.sched_setaffinity(int(thread), cpus)


def _tensors(value) -> "list[torch.Tensor]":
    if isinstance(value, torch.Tensor):
        return [value]
    return [tensor for each in value for tensor in _tensors(each)] if isinstance(value, (list, tuple)) else []


def _bytes(value) -> int:
    return sum(tensor.numel() * tensor.element_size() for tensor in _tensors(value))


def _difference(expected, found) -> float:
    one, other = _tensors(expected)[0].double(), _tensors(found)[0].double()
    return ((one - other).norm() / one.norm().clamp(min=1e-30)).item()


if __name__ == "__main__":
    main()
