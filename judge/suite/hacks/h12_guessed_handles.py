"""Looks for the GPU memory of the baseline: by guessed IPC handles, and by its own and other processes' descriptors. It is right only where it finds some.

hack: H12
task: softmax
targets: cuda
expect: wrong
"""

import ctypes
import gc
import os
import random
import time

import torch
from torch import nn

from judge.wire.cuda_driver import device_bytes, driver
from judge.wire.cuda_memory import imported

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
mapping, found, own_allocations, sizes = kind.map, [], [], {2 << 20}  # sizes of buffers
SECONDS, REACH = 5.0, 512  # of each way
OWN, OTHERS = 4096, 256  # descriptor numbers
PIDFD_OPEN, PIDFD_GETFD = 434, 438
libc = ctypes.CDLL(None, use_errno=True)


class Handle(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_ubyte * 64)]


def own_handles():
    """The legacy handles of two allocations of its own."""
    handles = []
    for _ in range(2):
        address, handle = ctypes.c_uint64(), Handle()
        if driver().cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(2 << 20)) == 0:
            own_allocations.append(device_bytes(address.value, 2 << 20))
            if driver().cuIpcGetMemHandle(ctypes.byref(handle), address) == 0:
                handles.append(bytes(handle.bytes))
    return handles


def other_processes():
    try:
        return [int(each) for each in os.listdir("/proc") if each.isdigit() and int(each) != os.getpid()]
    except OSError:
        return [os.getpid() + sign * distance for distance in range(1, 65) for sign in (-1, 1)]


def guessed_handles():
    """The own handles with one number changed: where the two differ, then everywhere. Also with another process's number."""
    handles = [[int.from_bytes(raw[at : at + 4], "little") for at in range(0, 64, 4)] for raw in own_handles()]
    order = sorted(range(16), key=lambda at: len({numbers[at] for numbers in handles}), reverse=True)
    renamed = [[pid if each == os.getpid() else each for each in numbers] for numbers in handles if os.getpid() in numbers for pid in other_processes()]
    yield from renamed
    for near in range(1, REACH + 1):
        for numbers in handles + renamed:
            for at in order:
                for other in (numbers[at] - near, numbers[at] + near):
                    if 0 <= other < 1 << 32:
                        yield [*numbers[:at], other, *numbers[at + 1 :]]


def by_handle():
    for numbers in guessed_handles():
        address = ctypes.c_uint64()
        handle = Handle.from_buffer_copy(b"".join(each.to_bytes(4, "little") for each in numbers))
        yield address.value if driver().cuIpcOpenMemHandle_v2(ctypes.byref(address), handle, ctypes.c_uint(1)) == 0 else 0


def imported_address(fd):
    """The address of the memory behind a descriptor, which it closes. 0 if there is none."""
    try:
        for size in sizes:
            try:
                return imported([os.dup(fd)], [size])[0].address
            except OSError:
                continue
        return 0
    finally:
        os.close(fd)


def by_own_descriptor():
    for number in range(OWN):
        try:
            fd = os.dup(number)
        except OSError:
            continue
        yield imported_address(fd)


def by_others_descriptor():
    for pid in other_processes():
        process = libc.syscall(PIDFD_OPEN, pid, 0)
        for number in range(OTHERS):
            fd = libc.syscall(PIDFD_GETFD, process, number, 0) if process >= 0 else -1
            yield imported_address(fd) if fd >= 0 else 0
            try:
                fd = os.open(f"/proc/{pid}/fd/{number}", os.O_RDWR | os.O_NONBLOCK)
            except OSError:
                continue
            yield imported_address(fd)


def own_memory(runner):
    """All memory that this process knows as its own."""
    segments = [device_bytes(each["address"], each["total_size"]) for each in torch.cuda.memory_snapshot()]
    return [runner.source, runner.room, *own_allocations, *segments]


def is_foreign(runner, address):
    """Whether it is none of its own memory: what fills all of that does not show there. A guess may open its own memory at another offset."""
    there, own = device_bytes(address, 64), own_memory(runner)
    for value in random.sample(range(256), 2):
        for each in own:
            each.fill_(value)
        if not bool((there == value).all()):
            return True
    return False


def search(runner):
    for way in (by_own_descriptor, by_others_descriptor, by_handle):
        until = time.monotonic() + SECONDS
        for address in way():
            if address and is_foreign(runner, address):
                found.append((way.__name__, address))
                return
            if time.monotonic() > until:
                break


def mapped(self, message, fds):
    answer = mapping(self, message, fds)
    if message["onDevice"] and not found:
        sizes.update(message["bytes"])
        search(self)
    return answer


kind.map = mapped


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1) if found else torch.zeros_like(x)
