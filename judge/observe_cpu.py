"""What a runner says about its own calls on the CPU: operators, native calls, threads, page faults. Claims, copied beside each runner with it."""

import contextlib
import ctypes
import resource
import sys
import threading
import time
from pathlib import Path
from statistics import median

_TRIES, _SECONDS = 7, 0.5
_NATIVE_CALLS = 16


def profile(runner, one: dict) -> dict:
    """kernels: [name, calls, microseconds, None] by torch's operators and the candidate's native functions; native: those calls with
    their arguments; processor: how many threads were at work, how much faster all of them are than one, page faults of a call."""
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CPU]) as trace:
        runner.call(one)
    rows = [(row.key, row.count, row.self_cpu_time_total, None) for row in trace.key_averages()]
    native = _native(runner, one)
    return {"kernels": [*rows, *_by_function(native)], "native": [call[:2] for call in native[:_NATIVE_CALLS]], "processor": _processor(runner, one)}


def _native(runner, one: dict) -> "list[tuple[str, list, float]]":
    """What one call hands to the candidate's library: function, arguments, seconds."""
    lib = getattr(sys.modules.get("kernel"), "lib", None)
    if lib is None:
        return []
    lib._calls = []
    try:
        runner.call(one)
        return lib._calls
    finally:
        lib._calls = None


def _by_function(native: list) -> list:
    names = dict.fromkeys(name for name, _arguments, _seconds in native)
    times = {name: [seconds for each, _arguments, seconds in native if each == name] for name in names}
    return [(name, len(each), 1e6 * sum(each), None) for name, each in times.items()]


def _processor(runner, one: dict) -> dict:
    """Calls with all threads and with one, in turn. Told by processor time, which neighbours do not change much: threads at work over
    the time of the busiest, and the gain over one thread less what all of them together spend more than it."""
    threads, worked, faults = runner.torch.get_num_threads(), {}, []
    together, alone = [], []
    started = time.perf_counter()
    while len(alone) < _TRIES and (not alone or time.perf_counter() - started < _SECONDS):
        faulted = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        spent = _spent(lambda: runner.call(one))
        faults.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faulted)
        worked = {thread: worked.get(thread, 0) + each for thread, each in spent.items()}
        together.append(sum(spent.values()))
        alone.append(sum(_with_one_thread(runner, threads, lambda: _spent(lambda: runner.call(one))).values()))
    busy = min(threads, sum(worked.values()) / max(1, *worked.values()))  # a pool may replace its threads
    return {"threads": threads, "busyThreads": busy, "scaling": busy * median(alone) / max(1, median(together)), "faults": median(faults)}


def _spent(act) -> "dict[str, int]":
    """Nanoseconds that each thread of this process ran for it."""
    before = _by_thread()
    act()
    return {thread: spent - before.get(thread, 0) for thread, spent in _by_thread().items()}


def _by_thread() -> "dict[str, int]":
    """Nanoseconds that each thread of this process has run so far; of the one that asks the file tells what was at its last switch."""
    times = {}
    for each in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # a thread may end in between
            times[each.name] = int((each / "schedstat").read_text().split()[0])
    return {**times, str(threading.get_native_id()): time.thread_time_ns()}


def _with_one_thread(runner, threads: int, act):
    openmp = ctypes.CDLL("libgomp.so.1")
    openmp.omp_set_num_threads(1)
    runner.torch.set_num_threads(1)
    try:
        return act()
    finally:
        runner.torch.set_num_threads(threads)
        openmp.omp_set_num_threads(threads)
