"""Parts of the inputs that a runner gets only when its clock starts.

Inputs lie in the runner's memory before a call is released, so a hostile candidate could start early. Rows scattered
over every tensor hold each other's values until the moment of release; an answer from before is wrong there.
On a CPU they are written into the shared buffer. On CUDA they go through host memory, and the runner puts them in
place itself, in calls and empty calls alike. Nothing here uses the device's copy engines: after them it switches processes
in the middle of a call, for longer than many kernels take.
"""

import random

import torch

from .layout import MappedHost
from .transport import HostBuffer

_UNIT = 8  # bytes; places are told in these
_ROW_UNITS, _ROWS = 4, 64  # in all: what the runner reads over the bus is to stay within a page or two


class Withheld:
    """The withheld rows of tensors that lie at (offset, bytes) in a buffer. Write the truth, `choose`, `hide`; then `release`."""

    def __init__(self, buffer: torch.Tensor, spans: "list[tuple[int, int]]"):
        self._units = buffer[: buffer.numel() // _UNIT * _UNIT].view(torch.int64)
        self._spans = [(offset // _UNIT, size // _UNIT) for offset, size in spans if size >= _UNIT]
        self._rows = max(1, _ROWS // max(1, len(self._spans)))
        self._most = len(self._spans) * max(self._rows, 2) * _ROW_UNITS
        size = 2 * _UNIT * max(1, self._most)
        self.mail = HostBuffer(size) if buffer.is_cuda else None
        self._private = HostBuffer(size)  # places, then values: what `release` puts into the mail
        self._host = self._private.bytes.view(torch.int64)
        self._device = MappedHost(self._private.fd, size) if buffer.is_cuda else None
        self._mapped = self._device.bytes.view(torch.int64) if self._device else self._host
        self._count = 0

    def choose(self) -> None:
        """Chooses places anew."""
        found = [torch.arange(start, start + width) for span in self._spans for start, width in _rows(*span, self._rows)]
        self._count = sum(map(len, found))
        if found:
            torch.cat(found, out=self._host[: self._count])

    def hide(self) -> None:
        """Keeps the truth on this side, and puts what belongs into another of the places into each: nothing tells them from the rest."""
        turn = random.SystemRandom().randrange(1, max(2, self._count // _ROW_UNITS)) * (_ROW_UNITS if self._count > _ROW_UNITS else 1)
        decoys = self._units.index_select(0, self._places.roll(turn))
        torch.index_select(self._units, 0, self._places, out=self._values)
        self._units.index_copy_(0, self._places, decoys)

    def release(self) -> None:
        """Writes the truth; on CUDA, lays out places and values for the runner. The device must be idle."""
        if self.mail:
            self.mail.bytes.copy_(self._private.bytes)
        else:
            self._units.index_copy_(0, self._places, self._values)

    @property
    def _places(self) -> torch.Tensor:
        return self._mapped[: self._count]

    @property
    def _values(self) -> torch.Tensor:
        return self._mapped[self._most : self._most + self._count]

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
    pitch, draw = units // rows, random.SystemRandom()
    return [(offset + at * pitch + draw.randrange(pitch - _ROW_UNITS + 1), _ROW_UNITS) for at in range(rows)]
