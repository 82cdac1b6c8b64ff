"""Late inputs: parts of the inputs that a runner gets only when a call is released.

Inputs lie in the runner's memory before the release, so a hostile candidate could start early. Therefore some rows of every tensor hold
decoys, the values of other rows, until the release. An answer computed earlier is wrong. On a CPU the oracle writes the true values into
the shared buffer. On CUDA it writes them into host memory, and the runner copies them (`judge.runner.late_inputs`). A device write by the
oracle would cause a context switch that takes longer than many kernels.
"""

import mmap
from typing import Any

import torch

from judge.oracle.numerics.tensors import secret_seed
from judge.oracle.runner_link.buffer_memory import HostBuffer, release
from judge.wire.cuda_driver import MappedHost

_UNIT = 8  # bytes; offsets count these units
_ROW_UNITS, _ROWS = 4, 64  # rows in all slots together: the runner's reads over the bus should stay within a page or two


class LateInputs:
    """The late inputs of tensors at `spans` (offset, bytes) in each of `slots` slots of `stride` bytes.

    Write the true inputs, then call `hide`. Call `release` or `release_slot` when the clock starts.
    """

    def __init__(self, buffer: torch.Tensor, spans: "list[tuple[int, int]]", slots: int, stride: int):
        self._units = buffer[: buffer.numel() // _UNIT * _UNIT].view(torch.int64)
        spans = [(offset // _UNIT, size // _UNIT) for offset, size in spans if size >= _UNIT]
        rows = max(1, _ROWS // max(1, slots * len(spans)))
        stretches = [stretch for span in spans for stretch in _stretches(*span, rows)]
        self._first, self._last_start, self._low, self._high = torch.tensor([(first, last, *span) for first, last, _width, span in stretches], dtype=torch.int64).view(-1, 4).T
        self._of_unit, self._within = _units_of([width for _first, _last, width, _span in stretches])
        self.per_slot, self._slots, self._stride = len(self._of_unit), slots, stride // _UNIT
        count = slots * self.per_slot
        self.values_at = _UNIT * max(1, count)
        self.size = 2 * self.values_at + _UNIT
        self.shared = HostBuffer(self.size) if buffer.is_cuda else None
        self._private = HostBuffer(3 * self.values_at)  # offsets and values, which `release` copies into the shared memory; then offsets of decoys
        whole = memoryview(mmap.mmap(self.shared.fd, self.size)) if self.shared else None
        self._target, self._gate = (whole[:-_UNIT], whole[-_UNIT:].cast("Q")) if whole else (None, None)
        self._openings = 0  # of the gate
        self._source = memoryview(mmap.mmap(self._private.fd, 2 * self.values_at))
        self._device = MappedHost(self._private.fd, self._private.size) if buffer.is_cuda else None
        self._host: Any = self._private.bytes.view(torch.int64).view(3, -1)[:, :count]
        self._known: Any = self._device.bytes.view(torch.int64).view(3, -1)[:, :count] if self._device else self._host
        self._places: Any
        self._values: Any
        self._decoys: Any
        self._places, self._values, self._decoys = self._known
        self._whole = _is_whole(self._low, self._high)[self._of_unit].repeat(slots).to(buffer.device)  # units of tensors that are late as a whole
        self._last = torch.zeros(count, dtype=torch.int64, device=buffer.device)  # the true values of the previous `hide`
        self._secret = torch.Generator().manual_seed(secret_seed())
        self._is_hidden = False

    def hide(self) -> None:
        """Chooses new rows, saves their true values, and overwrites them with decoys.

        A decoy is the value of another row. A tensor without other rows gets the values of the previous `hide`.
        """
        self._is_hidden = True
        if not self.per_slot:
            return
        self._draw()
        truth = self._units.index_select(0, self._places)
        others = self._units.index_select(0, self._decoys)
        torch.index_select(self._units, 0, self._places, out=self._values)
        self._units.index_copy_(0, self._places, torch.where(self._whole, self._last, others))
        self._last = truth

    def leave(self) -> None:
        """Leaves the true inputs in place. It is for an untimed call on a CPU, before which `release` would undo `hide` at once."""
        self._is_hidden = False

    def _draw(self) -> None:
        """Draws the offsets of the late rows and of their decoys, for all slots. On CUDA they go through mapped host memory, without a copy engine."""
        starts = self._between(self._first, self._last_start)
        others = self._elsewhere(starts)
        base = torch.arange(self._slots)[:, None] * self._stride + self._within
        self._host[0].copy_((base + starts[:, self._of_unit]).flatten())
        self._host[2].copy_((base + others[:, self._of_unit]).flatten())

    def _between(self, first: torch.Tensor, last: torch.Tensor) -> torch.Tensor:
        """A random number from `first` to `last` for each slot, or slot and stretch."""
        return first + (torch.rand(self._slots, first.shape[-1], generator=self._secret, dtype=torch.float64) * (last - first + 1)).long()

    def _elsewhere(self, start: torch.Tensor) -> torch.Tensor:
        """The start of a decoy row inside the same tensor, per slot and stretch. It avoids the row at `start`; in a short tensor it takes the
        farther end. For a tensor that is late as a whole, it is the start of the row itself."""
        low, last = self._low, self._high - _ROW_UNITS
        before, after = (start - _ROW_UNITS - low + 1).clamp(min=0), (last - start - _ROW_UNITS + 1).clamp(min=0)
        pick = self._between(torch.zeros_like(start), before + after - 1)
        clear = torch.where(pick < before, low + pick, start + _ROW_UNITS + pick - before)
        farther = torch.where(last - start > start - low, last, low)
        return torch.where(_is_whole(low, self._high), start, torch.where(before + after > 0, clear, farther))

    def release(self) -> None:
        """Writes the true values of all slots. On CUDA it gives their offsets and values to the runner. The device must be idle."""
        if self._target:
            self._target[:] = self._source
        elif self.per_slot and self._is_hidden:
            self._units.index_copy_(0, self._places, self._values)

    def release_slot(self, slot: int) -> None:
        """Like `release`, for one slot. On CUDA `page_calls.Names` does it, in the memory that `shared_slots` tells."""
        first, last = slot * self.per_slot, (slot + 1) * self.per_slot
        self._units.index_copy_(0, self._places[first:last], self._values[first:last])

    @property
    def next_opening(self) -> int:
        """What a runner on CUDA waits for that holds its device: the time of the gate's next opening, counted from 1."""
        return self._openings + 1

    def open_gate(self) -> None:
        """Lets the device of a runner go on that waits at the gate."""
        assert self._gate
        self._openings += 1
        self._gate[0] = self._openings  # the runner could have written anything there

    @property
    def shared_slots(self) -> "tuple[memoryview, memoryview, int, int] | None":
        """On CUDA what `page_calls.Names` takes: (memory that the runner reads, memory of the truth, where values begin, bytes of a slot)."""
        return (self._target, self._source, self.values_at, _UNIT * self.per_slot) if self._target else None

    def close(self) -> None:
        self._places = self._values = self._decoys = self._known = self._host = None
        if self._device:
            self._device.close()
        release([buffer for buffer in (self.shared, self._private) if buffer])


def _stretches(offset: int, units: int, rows: int) -> "list[tuple[int, int, int, tuple[int, int]]]":
    """Spreads `rows` late rows evenly over a tensor: (first start, last start, width, (tensor start, tensor end)) of each, in units.

    A small tensor is one row.
    """
    span = offset, offset + units
    if _is_whole(*span):
        return [(offset, offset, units, span)]
    rows = min(rows, units // (2 * _ROW_UNITS))
    pitch = units // rows
    return [(offset + at * pitch, offset + (at + 1) * pitch - _ROW_UNITS, _ROW_UNITS, span) for at in range(rows)]


def _units_of(widths: "list[int]") -> "tuple[torch.Tensor, torch.Tensor]":
    """Two numbers for each late unit of a slot: the index of its stretch, and its place within the stretch."""
    of_unit = [at for at, width in enumerate(widths) for _unit in range(width)]
    within = [unit for width in widths for unit in range(width)]
    return torch.tensor(of_unit, dtype=torch.int64), torch.tensor(within, dtype=torch.int64)


def _is_whole(low: Any, high: Any) -> Any:
    """Whether the tensor [low, high) is so small that all of it is late: of two numbers, or of two tensors of numbers."""
    return high - low <= 2 * _ROW_UNITS
