"""A runner's reports on its own calls on the CPU: operators, native calls, threads, page faults. They are claims. Copied beside each runner."""

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
    """{kernels, native, processor} of one call.

    kernels: rows [name, calls, microseconds, None] of torch's operators and the candidate's native functions. native: those calls with their
    arguments. processor: the number of busy threads, the speedup of all threads over one, and page faults per call.
    """
    from torch.autograd.profiler import profile  # the same events as of torch.profiler, which would import torch's compiler for a second

    with profile(use_kineto=True) as trace:
        runner.call(one)
    rows = [(row.key, row.count, row.self_cpu_time_total, None) for row in trace.key_averages()]
    native = _native(runner, one)
    return {"kernels": [*rows, *_by_function(native)], "native": [call[:2] for call in native[:_NATIVE_CALLS]], "processor": _processor(runner, one)}


def _native(runner, one: dict) -> "list[tuple[str, list, float]]":
    """The native calls of one model call: function, arguments, seconds."""
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
    """Alternates calls with all threads and with one thread, and compares processor times, which neighbours hardly change.

    Busy threads: total processor time divided by that of the busiest thread. Speedup: gain over one thread, corrected for the extra total time.
    """
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
    """Nanoseconds of processor time per thread of this process during the call."""
    before = _by_thread()
    act()
    return {thread: spent - before.get(thread, 0) for thread, spent in _by_thread().items()}


def _by_thread() -> "dict[str, int]":
    """Nanoseconds of processor time per thread of this process so far. For the calling thread, the value is from its last context switch."""
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
