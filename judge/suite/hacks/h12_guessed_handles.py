"""Guesses the CUDA handles of the baseline's buffers from its own, which the same process has made, and is right only where it finds one.

hack: H12
task: softmax
targets: cuda
expect: wrong
"""

import ctypes
import gc
import time

import torch
from torch import nn

from judge.wire.cuda_driver import device_bytes

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
mapping, found = kind.map, []
SECONDS, REACH = 5.0, 512


class Handle(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_char * 64)]


driver = ctypes.CDLL("libcuda.so.1")


def opened(raw):
    address = ctypes.c_uint64()
    status = driver.cuIpcOpenMemHandle_v2(ctypes.byref(address), Handle.from_buffer_copy(raw), ctypes.c_uint(1))
    return address.value if status == 0 else 0


def is_foreign(runner, address):
    """Whether it is neither of the two buffers under another address."""
    there = device_bytes(address, 64)
    for own in (runner.source, runner.room):
        own[:64] = torch.randint(0, 256, (64,), dtype=torch.uint8, device="cuda")
        if torch.equal(there, own[:64]):
            return False
    return True


def guess(runner, handles, own):
    """One number of a handle changed at a time: where the two differ, then everywhere."""
    until = time.monotonic() + SECONDS
    words = [[int.from_bytes(raw[at : at + 4], "little") for at in range(0, 64, 4)] for raw in handles]
    order = sorted(range(16), key=lambda at: words[0][at] == words[1][at])
    for near in range(1, REACH + 1):
        for at in order:
            for raw, numbers in zip(handles, words):
                for other in (numbers[at] - near, numbers[at] + near):
                    if not 0 <= other < 1 << 32 or time.monotonic() > until:
                        continue
                    address = opened(raw[: 4 * at] + other.to_bytes(4, "little") + raw[4 * at + 4 :])
                    if address and address not in own and is_foreign(runner, address):
                        found.append((address, at, near))
                        return


def mapped(self, message, fds):
    answer = mapping(self, message, fds)
    if message["handles"] and not found:
        guess(self, [bytes.fromhex(handle) for handle in message["handles"]], {self.source.data_ptr(), self.room.data_ptr()})
    return answer


kind.map = mapped


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1) if found else torch.zeros_like(x)
