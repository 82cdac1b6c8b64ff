"""Parts of the inputs that a runner gets only when its clock starts.

Inputs lie in the runner's memory before a call is released, so a hostile candidate could start early. Rows scattered
over every tensor hold other rows' values until the moment of release; an answer from before is wrong there.
On a CPU they are written into the shared buffer. On CUDA they go through host memory, and the runner puts them in
place itself, in calls and empty calls alike. Nothing here uses the device's copy engines: after them it switches processes
in the middle of a call, for longer than many kernels take.
"""

import random

import torch

from .layout import MappedHost
from .transport import HostBuffer

_UNIT = 8  # bytes; places are told in these
_draw = random.SystemRandom()
_ROW_UNITS, _ROWS = 4, 64  # in all: what the runner reads over the bus is to stay within a page or two


class Withheld:
    """The withheld rows of tensors that lie at (offset, bytes) in a buffer. Write the truth, `hide`; then `release`."""

    def __init__(self, buffer: torch.Tensor, spans: "list[tuple[int, int]]"):
        self._units = buffer[: buffer.numel() // _UNIT * _UNIT].view(torch.int64)
        self._spans = [(offset // _UNIT, size // _UNIT) for offset, size in spans if size >= _UNIT]
        self._rows = max(1, _ROWS // max(1, len(self._spans)))
        self._most = len(self._spans) * max(self._rows, 2) * _ROW_UNITS
        part = _UNIT * max(1, self._most)
        self.mail = HostBuffer(2 * part) if buffer.is_cuda else None
        self._private = HostBuffer(3 * part)  # places and values, which `release` puts into the mail, and places of decoys
        self._host = self._private.bytes.view(torch.int64)
        self._device = MappedHost(self._private.fd, 3 * part) if buffer.is_cuda else None
        self._mapped = self._device.bytes.view(torch.int64) if self._device else self._host
        whole = [[units <= 2 * _ROW_UNITS] * width for offset, units in self._spans for _start, width in _rows(offset, units, self._rows)]
        self._whole = torch.tensor(sum(whole, []), dtype=torch.bool, device=buffer.device)  # of tensors that have no other rows
        self._last = torch.zeros(len(self._whole), dtype=torch.int64, device=buffer.device)  # what was hidden last
        self._count = len(self._whole)

    def hide(self) -> None:
        """Chooses rows anew, keeps their truth on this side, and puts other rows' values in its place, or what was hidden last where there are none."""
        rows = [(start, _elsewhere(start, *span), width) for span in self._spans for start, width in _rows(*span, self._rows)]
        if rows:
            torch.cat([torch.arange(start, start + width) for start, _other, width in rows], out=self._part(self._host, 0))
            torch.cat([torch.arange(other, other + width) for _start, other, width in rows], out=self._part(self._host, 2))
        truth = self._units.index_select(0, self._places)
        decoys = self._units.index_select(0, self._part(self._mapped, 2))
        torch.index_select(self._units, 0, self._places, out=self._values)
        self._units.index_copy_(0, self._places, torch.where(self._whole, self._last, decoys))
        self._last = truth

    def release(self) -> None:
        """Writes the truth; on CUDA, lays out places and values for the runner. The device must be idle."""
        if self.mail:
            self.mail.bytes.copy_(self._private.bytes[: self.mail.size])
        else:
            self._units.index_copy_(0, self._places, self._values)

    @property
    def _places(self) -> torch.Tensor:
        return self._part(self._mapped, 0)

    @property
    def _values(self) -> torch.Tensor:
        return self._part(self._mapped, 1)

    def _part(self, memory: torch.Tensor, at: int) -> torch.Tensor:
        """Places (0), values (1) or places of decoys (2)."""
        return memory[at * self._most : at * self._most + self._count]

    @property
    def count(self) -> int:
        """How many places are withheld now."""
        return self._count

    @property
    def most(self) -> int:
        """Where the values begin in `mail`, in units."""
        return self._most

    def close(self) -> None:
        self._host = self._mapped = None
        if self._device:
            self._device.close()
        for buffer in filter(None, (self.mail, self._private)):
            buffer.bytes = None
            buffer.close()


def _rows(offset: int, units: int, rows: int) -> "list[tuple[int, int]]":
    """(start, width) of rows spread evenly over a tensor, each at a random place in its stretch; all of a small tensor."""
    if units <= 2 * _ROW_UNITS:
        return [(offset, units)]
    rows = min(rows, units // (2 * _ROW_UNITS))
    pitch = units // rows
    return [(offset + at * pitch + _draw.randrange(pitch - _ROW_UNITS + 1), _ROW_UNITS) for at in range(rows)]


def _elsewhere(start: int, offset: int, units: int) -> int:
    """Where another row of the tensor begins: clear of this one if it is long enough, at its farther end if not."""
    last = offset + units - _ROW_UNITS
    if last <= offset + _ROW_UNITS:
        return offset
    clear = [(low, high) for low, high in ((offset, start - _ROW_UNITS), (start + _ROW_UNITS, last)) if low <= high]
    if clear:
        return _draw.randint(*_draw.choice(clear))
    return last if last - start > start - offset else offset
