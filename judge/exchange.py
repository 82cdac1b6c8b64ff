"""The buffers that the oracle shares with one runner: several sets of inputs, and room for as many sets of outputs.

A set is what one call takes; calls too short for the clock are timed as a chain of several. What is written here may
be read and overwritten by the candidate at any time.
"""

import torch

from .asking import available_bytes
from .layout import places, views
from .task import Reference
from .tensors import same, secret_seed
from .transport import HostBuffer, device_buffers, release
from .withheld import Withheld

_TWO_PLACES_SHARE = 0.1  # of the device's free memory
_WATCHED = 4096  # units of eight bytes of a message's inputs that are looked at again
_GONE = 0x3C  # what inputs are overwritten with: small floats


class Exchange:
    """Buffers for `sets` calls of `reference`, by CUDA IPC or in shared memory. Raises OSError and Rejected, as transport.

    Single calls find their inputs now in one place, now in another, unless they are too large for that.
    """

    def __init__(self, reference: Reference, sets: int, ipc: bool):
        self.sets, self.ipc = sets, ipc
        self._reference = reference
        self._in, self._out = places(reference.input_specs)[1], places(reference.output_specs)[1]
        twice = 2 * self._in < _TWO_PLACES_SHARE * available_bytes(reference.device)
        self._places, self._first = max(sets, 2 if twice else 1), 0
        sizes = [self._places * self._in, sets * self._out]
        self.buffers = device_buffers(sizes) if ipc else [HostBuffer(size) for size in sizes]
        try:
            self._lay_out()
        except BaseException:
            self._inputs = []
            release(self.buffers)
            raise

    def _lay_out(self) -> None:
        reference = self._reference
        self._inputs = [views(self.buffers[0].bytes[at * self._in :], reference.input_specs) for at in range(self._places)]
        first = self.buffers[0].bytes.data_ptr()
        spans = [(tensor.data_ptr() - first, tensor.numel() * tensor.element_size()) for each in self._inputs for tensor in each]
        self.buffers[0].bytes.zero_()
        self._withheld = Withheld(self.buffers[0].bytes, spans)
        self._secret = torch.Generator(device=self.buffers[0].bytes.device).manual_seed(secret_seed())

    def message(self) -> "tuple[dict, tuple]":
        """What the runner needs to map the buffers, and the descriptors that go with it."""
        handles, fds = ([buffer.handle for buffer in self.buffers], ()) if self.ipc else ([], tuple(buffer.fd for buffer in self.buffers))
        mail = self._withheld.mail
        fds += (mail.fd,) if mail else ()
        skeleton = self._reference.input_skeleton
        layout = {"skeleton": skeleton, "inputs": self._reference.input_specs, "outputs": self._reference.output_specs, "sets": self._places, "strides": [self._in, self._out]}
        return {**layout, "handles": handles, "mail": mail.size if mail else 0, "values": self._withheld.most, "bytes": [buffer.size for buffer in self.buffers]}, fds

    def turn(self, sets: int) -> int:
        """The place of the first of the next so many sets."""
        self._first = (self._first + 1) % self._places if sets == 1 else 0
        return self._first

    def put(self, sets: "list[list[torch.Tensor]]") -> None:
        """Writes the inputs, all but what is withheld, to where `turn` said, and fills the room for outputs with NaN patterns."""
        for places_of_set, tensors in zip(self._inputs[self._first :], sets):
            for place, tensor in zip(places_of_set, tensors):
                place.copy_(tensor)
        self._watched = torch.randint(0, self._in // 8 * len(sets), (_WATCHED,), generator=self._secret, device=self._secret.device)
        self._before = self._turned(len(sets)).index_select(0, self._watched)
        self._withheld.hide()
        self.wipe()

    def release_withheld(self) -> None:
        """Lays out what was withheld, so that a call sees its inputs."""
        self._withheld.release()

    @property
    def withheld(self) -> int:
        """How many places the runner must fill itself, from the mail."""
        return self._withheld.count if self._withheld.mail else 0

    def vanish(self, sets: int) -> None:
        """Overwrites the inputs of the last message, after a look at some of them: what a call has left undone cannot be done from them."""
        inputs = self._turned(sets)
        self._after = inputs.index_select(0, self._watched)
        inputs.view(torch.uint8).fill_(_GONE)

    def _turned(self, sets: int) -> torch.Tensor:
        """The inputs of the last message in units of eight bytes."""
        first = self._first * self._in
        return self.buffers[0].bytes[first : first + sets * self._in].view(torch.int64)

    def untouched(self) -> bool:
        """Whether those that were looked at before the inputs vanished were as they had been put."""
        return torch.equal(self._before, self._after)

    def take(self, sets: int) -> torch.Tensor:
        """A private copy of what lies in the room for outputs, for `outputs`."""
        return self.buffers[1].bytes[: sets * self._out].to(self._reference.device, copy=True)

    def outputs(self, taken: torch.Tensor, at: int) -> "list[torch.Tensor]":
        """The outputs of one set."""
        return views(taken[at * self._out :], self._reference.output_specs)

    def wipe(self) -> None:
        """Fills the room for outputs with NaN patterns."""
        self.buffers[1].bytes.fill_(0xFF)

    def kept(self, at: int, tensors: "list[torch.Tensor]") -> bool:
        """Whether the inputs of one set still are what was put."""
        return all(same(place.to(tensor.device), tensor) for place, tensor in zip(self._inputs[self._first + at], tensors))

    def close(self) -> None:
        """Frees the buffers."""
        self._inputs = []
        self._withheld.close()
        release(self.buffers)
