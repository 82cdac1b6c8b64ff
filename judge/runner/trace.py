"""A runner's reports on its own calls: memory, device events and kernels. They are claims. Copied beside each runner."""

import ctypes
import math
from pathlib import Path
from statistics import median

from judge.runner import trace_cpu

SLEEP_CYCLES = 2_000_000  # of the device, about a millisecond
_ROWS = 20
_KERNEL, _BUFFER_BYTES = 10, 1 << 20  # CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL
_OLDEST_CUPTI = 10  # of CUDA 9.0, the first one with CUpti_ActivityKernel4
_NO_MORE_RECORDS = 12  # CUPTI_ERROR_MAX_LIMIT_REACHED, the status after a buffer's last record
_MOST_THREADS = 1024  # of a block
_ASKED = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.c_size_t))
_FILLED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)


def usage(runner) -> dict:
    """Peak memory of one call beyond what was held before it, and its time by the device's events."""
    if not runner.cuda:
        return {}
    torch = runner.torch
    runner.outputs = []
    runner.sync()
    held = torch.cuda.memory_allocated()
    torch.cuda.reset_peak_memory_stats()
    runner.call({"sets": 1, "keep": False, "late": True})
    peak = torch.cuda.max_memory_allocated() - held
    return {"peakBytes": peak, "deviceUs": median(_by_events(runner) for _ in range(5))}


def _by_events(runner) -> float:
    torch = runner.torch
    first, last = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
    runner.sync()
    torch.cuda._sleep(SLEEP_CYCLES)  # the device waits, so all launches are done before it starts
    first.record()
    with torch.no_grad():
        runner.outputs = [runner.model(*runner.sets[runner.first])]
    last.record()
    runner.sync()
    return first.elapsed_time(last) * 1e3


def profile(runner, sets: int) -> dict:
    """The profile of one call: rows [name, calls, microseconds, launch] of kernels by CUPTI, or the profile of `trace_cpu`."""
    one = {"first": runner.first, "sets": 1, "keep": False, "late": False}
    runner.call({**one, "sets": sets, "late": True})
    launches = chained = None
    more = {}
    if runner.cuda:
        rows = Trace().kernels(lambda: runner.call(one))[0]
        launches = _single_launches(runner, one, sets)
        if sets > 1:  # a chain of the same calls
            chained = Trace().kernels(lambda: runner.call({**one, "sets": sets}))[1]
    else:
        more = trace_cpu.profile(runner, one)
        rows = more.pop("kernels")
        runner.call({**one, "sets": sets})
    return {"kernels": sorted(rows, key=lambda row: -row[2])[:_ROWS], "launches": launches, "chained": chained, **more}


def _single_launches(runner, one: dict, sets: int) -> "list[list[int]]":
    """[kernels, launches] of a single call on each input set: a call may launch more for some values than for others.

    The calls go forward, then backward, and the larger count of a set counts. Else the first call could do the work of all, as in a chain.
    """
    found = [[0, 0] for _ in range(sets)]
    for at in [*range(sets), *reversed(range(sets))]:
        found[at] = list(map(max, found[at], Trace().kernels(lambda at=at: runner.call({**one, "first": one["first"] + at}))[1]))
    return found


class Trace:
    """The device's activity records, directly from CUPTI, because torch's profiler takes three seconds to start.

    Offsets are those of CUpti_ActivityKernel4 and later versions. `library`: the file of CUPTI. Raises OSError if CUPTI is missing or too old.
    """

    def __init__(self, library: "str | None" = None):
        self._cupti = ctypes.CDLL(library or _place())
        self._buffers, self._found, self._launches, self._problem = [], {}, set(), ""
        self._asked, self._filled = _ASKED(self._give), _FILLED(self._read)
        version = ctypes.c_uint32()
        self._ask("cuptiGetVersion", ctypes.byref(version))
        if version.value < _OLDEST_CUPTI:
            raise OSError(f"CUPTI has version {version.value}; install version {_OLDEST_CUPTI} or later")

    def kernels(self, act) -> "tuple[list[tuple[str, int, float, list[int]]], list[int]]":
        """Runs `act()` and returns ([rows], [kernels, launches]).

        A row is a kernel: mangled name, calls, microseconds, and its largest launch (blocks, threads per block, registers per thread, bytes of
        shared memory per block). `kernels` counts kernels that ran. `launches` counts the host's launches; a CUDA graph is one.
        Raises OSError if a record is missing or unreadable: an incomplete trace is none.
        """
        self._ask("cuptiActivityRegisterCallbacks", self._asked, self._filled)
        self._ask("cuptiActivityEnable", _KERNEL)
        act()
        self._ask("cuptiActivityFlushAll", 1)
        self._ask("cuptiActivityDisable", _KERNEL)
        dropped = ctypes.c_size_t()
        self._ask("cuptiActivityGetNumDroppedRecords", None, 0, ctypes.byref(dropped))
        if dropped.value or self._problem:
            raise OSError(f"the trace is incomplete: {self._problem or f'CUPTI dropped {dropped.value} records'}")
        rows = [(name, calls, ns / 1e3, launch) for name, (calls, ns, launch) in self._found.items()]
        return rows, [sum(row[1] for row in rows), len(self._launches)]

    def _ask(self, function: str, *arguments) -> None:
        """Calls a function of CUPTI. Raises OSError if it refuses."""
        status = getattr(self._cupti, function)(*arguments)
        if status != 0:
            raise OSError(f"CUPTI refused {function} with status {status}")

    def _give(self, buffer, size, most) -> None:
        self._buffers.append(ctypes.create_string_buffer(_BUFFER_BYTES + 8))
        buffer[0], size[0], most[0] = (ctypes.addressof(self._buffers[-1]) + 7) // 8 * 8, _BUFFER_BYTES, 0

    def _read(self, _context, _stream, buffer, _size, valid) -> None:
        record, status = ctypes.c_void_p(), 0
        while status == 0:
            status = self._cupti.cuptiActivityGetNextRecord(ctypes.c_void_p(buffer), ctypes.c_size_t(valid), ctypes.byref(record))
            address = record.value or 0
            if status == 0 and ctypes.c_uint32.from_address(address).value == _KERNEL:
                self._count(address)
        if status != _NO_MORE_RECORDS:
            self._problem = f"reading its records ended with status {status}"

    def _count(self, record: int) -> None:
        """Counts one kernel. A record that describes no possible kernel has another layout than this class reads."""
        start, end, name = [ctypes.c_uint64.from_address(record + offset).value for offset in (16, 24, 104)]
        launch = _launch(record)
        if start > end or not name or launch[0] < 1 or not 1 <= launch[1] <= _MOST_THREADS:
            self._problem = "CUPTI describes kernels in an unknown layout"
            return
        text = (ctypes.c_char_p(name).value or b"").decode(errors="replace")
        self._launches.add(ctypes.c_uint32.from_address(record + 92).value)
        calls, ns, largest = self._found.get(text, (0, 0, [0]))
        self._found[text] = (calls + 1, ns + end - start, max(largest, launch))


def _place() -> str:
    """The file of CUPTI beside torch or in CUDA's folder, else the name for the dynamic linker."""
    import torch

    beside, toolkits = Path(torch.__file__).parent.parent / "nvidia", Path("/usr/local")
    places = [*beside.glob("*/lib/libcupti.so*"), *toolkits.glob("cuda*/lib64/libcupti.so*"), *toolkits.glob("cuda*/extras/CUPTI/lib64/libcupti.so*")]
    return str(places[0]) if places else "libcupti.so"


def _launch(record: int) -> "list[int]":
    grid, block = [[ctypes.c_uint32.from_address(record + first + 4 * axis).value for axis in range(3)] for first in (52, 64)]
    registers, shared = ctypes.c_uint16.from_address(record + 6).value, sum(ctypes.c_uint32.from_address(record + at).value for at in (76, 80))
    return [math.prod(grid), math.prod(block), registers, shared]
