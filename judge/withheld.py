"""Parts of the inputs that a runner gets only when its clock starts.

Inputs lie in the runner's memory before a call is released, so a hostile candidate could start early. Rows scattered
over every tensor hold an earlier draw's values until the moment of release; an answer from before is wrong there.
On CUDA the copy engine writes them from pinned memory: a kernel would make the device switch processes.
"""

import ctypes
import random

import torch

_ROW_BYTES, _ROWS = 256, 64  # per tensor
_ALIGNMENT = 16
_HOST, _DEVICE = 1, 2  # CUmemorytype


class _Memcpy2D(ctypes.Structure):
    """CUDA_MEMCPY2D of the driver API."""

    _fields_ = [
        *[(f"src_{name}", kind) for name, kind in (("x", ctypes.c_size_t), ("y", ctypes.c_size_t), ("type", ctypes.c_uint))],
        *[("src_host", ctypes.c_void_p), ("src_device", ctypes.c_uint64), ("src_array", ctypes.c_void_p), ("src_pitch", ctypes.c_size_t)],
        *[(f"dst_{name}", kind) for name, kind in (("x", ctypes.c_size_t), ("y", ctypes.c_size_t), ("type", ctypes.c_uint))],
        *[("dst_host", ctypes.c_void_p), ("dst_device", ctypes.c_uint64), ("dst_array", ctypes.c_void_p), ("dst_pitch", ctypes.c_size_t)],
        *[("width", ctypes.c_size_t), ("height", ctypes.c_size_t)],
    ]


class Withheld:
    """The withheld rows of tensors that lie at (offset, bytes) in a buffer. Call `hide` with the truth already written."""

    def __init__(self, buffer: torch.Tensor, spans: "list[tuple[int, int]]"):
        self._buffer, self._spans = buffer, [span for span in spans if span[1]]
        self._truth: "list[torch.Tensor]" = []
        self._rows: "list[tuple[int, int, int, int]]" = []  # offset, pitch, rows, width
        self._driver = ctypes.CDLL("libcuda.so.1") if buffer.is_cuda else None

    def take(self) -> "list[torch.Tensor]":
        """Chooses rows anew and copies what they hold now: the decoys for `hide`. Call it before the truth is written."""
        self._rows = [_scattered(*span) for span in self._spans]
        return [self._view(row).clone() for row in self._rows]

    def hide(self, decoys: "list[torch.Tensor]") -> None:
        """Keeps the truth on this side and puts the decoys in its place."""
        self._truth = [self._view(row).to("cpu", copy=True) for row in self._rows]
        if self._driver:
            self._truth = [each.pin_memory() for each in self._truth]
        for row, decoy in zip(self._rows, decoys):
            self._view(row).copy_(decoy)

    def release(self) -> None:
        """Writes the truth. Returns when it is in place."""
        if not self._driver:
            for row, truth in zip(self._rows, self._truth):
                self._view(row).copy_(truth)
            return
        for (offset, pitch, rows, width), truth in zip(self._rows, self._truth):
            copy = _Memcpy2D(src_type=_HOST, src_host=truth.data_ptr(), src_pitch=width, dst_type=_DEVICE)
            copy.dst_device, copy.dst_pitch, copy.width, copy.height = self._buffer.data_ptr() + offset, pitch, width, rows
            status = self._driver.cuMemcpy2DAsync_v2(ctypes.byref(copy), ctypes.c_void_p(None))
            if status != 0:
                raise OSError(f"cuMemcpy2DAsync returned {status}")
        torch.cuda.synchronize()

    def _view(self, row: "tuple[int, int, int, int]") -> torch.Tensor:
        offset, pitch, rows, width = row
        return self._buffer.as_strided((rows, width), (pitch, 1), offset)


def _scattered(offset: int, size: int) -> "tuple[int, int, int, int]":
    """Rows spread evenly over a tensor, at a random place in each stretch; the whole tensor where it is small."""
    if size < 2 * _ROW_BYTES:
        return offset, size, 1, size
    rows = min(_ROWS, size // (2 * _ROW_BYTES))
    pitch = size // rows // _ALIGNMENT * _ALIGNMENT
    start = random.SystemRandom().randrange(0, (pitch - _ROW_BYTES) // _ALIGNMENT + 1) * _ALIGNMENT
    return offset + start, pitch, rows, _ROW_BYTES
