"""Parts of the inputs that a runner gets only when its clock starts.

Inputs lie in the runner's memory before a call is released, so a hostile candidate could start early. Rows scattered
over every tensor hold an earlier draw's values until the moment of release; an answer from before is wrong there.
On a CPU they are written into the shared buffer. On CUDA they go through host memory, and the runner puts them in
place itself, in calls and empty calls alike: a write from here would make the device switch processes for longer than
many kernels take.
"""

import random

import torch

from .transport import HostBuffer

_UNIT = 8  # bytes; places are told in these
_ROW_UNITS, _ROWS = 32, 64  # per tensor


class Withheld:
    """The withheld rows of tensors that lie at (offset, bytes) in a buffer. `take`, write the truth, `hide`; then `release`."""

    def __init__(self, buffer: torch.Tensor, spans: "list[tuple[int, int]]"):
        self._units = buffer[: buffer.numel() // _UNIT * _UNIT].view(torch.int64)
        self._spans = [(offset // _UNIT, size // _UNIT) for offset, size in spans if size >= _UNIT]
        self._most = sum(min(_ROWS * _ROW_UNITS, units) for _offset, units in self._spans)
        self.mail = HostBuffer(2 * _UNIT * max(1, self._most)) if buffer.is_cuda else None
        self._at = self._truth = None

    def take(self) -> torch.Tensor:
        """Chooses places anew and copies what they hold now: the decoys for `hide`."""
        found = [torch.arange(start, start + width) for span in self._spans for start, width in _rows(*span)]
        self._at = torch.cat(found) if found else torch.empty(0, dtype=torch.int64)
        return self._units[self._at.to(self._units.device)]

    def hide(self, decoys: torch.Tensor) -> None:
        """Keeps the truth on this side and puts the decoys in its place."""
        places = self._at.to(self._units.device)
        self._truth = self._units[places].cpu()
        self._units[places] = decoys

    def release(self) -> None:
        """Writes the truth; on CUDA, lays out places and values for the runner."""
        if self.mail is None:
            self._units[self._at] = self._truth
            return
        mail, count = self.mail.bytes.view(torch.int64), len(self._at)
        mail[:count] = self._at
        mail[self._most : self._most + count] = self._truth

    @property
    def count(self) -> int:
        """How many places are withheld now."""
        return len(self._at)

    @property
    def most(self) -> int:
        """Where the values begin in `mail`, in units."""
        return self._most

    def close(self) -> None:
        if self.mail:
            self.mail.bytes = None
            self.mail.close()


def _rows(offset: int, units: int) -> "list[tuple[int, int]]":
    """(start, width) of rows spread evenly over a tensor, each at a random place in its stretch; all of a small tensor."""
    if units <= 2 * _ROW_UNITS:
        return [(offset, units)]
    rows = min(_ROWS, units // (2 * _ROW_UNITS))
    pitch, draw = units // rows, random.SystemRandom()
    return [(offset + at * pitch + draw.randrange(pitch - _ROW_UNITS + 1), _ROW_UNITS) for at in range(rows)]
