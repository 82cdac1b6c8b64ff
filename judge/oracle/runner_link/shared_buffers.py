"""The buffers that the oracle shares with one runner: several input sets, and space for as many output sets.

An input set holds the inputs of one call. A chain is several timed calls in a row. The candidate may read and overwrite these buffers at
any time.
"""

import random
from collections.abc import Callable, Iterable

import torch

from judge.device.memory import available_bytes
from judge.oracle.numerics.tensors import same, secret_seed
from judge.oracle.runner_link.buffer_memory import DeviceBuffer, HostBuffer, device_buffers, host_buffers, release
from judge.oracle.runner_link.late_inputs import LateInputs
from judge.oracle.task import upstream
from judge.oracle.task.reference import Reference
from judge.wire.tensor_layout import extent, places, views

_MORE_SHARE = 0.16  # of the device's free memory: the limit of all inputs together
_WATCHED = 4096  # units of eight bytes that the oracle compares before and after a chain
_PLACES = 3  # of the upstream gradients in a slot of a timed call
_GONE = 0x3C  # the byte that overwrites inputs: as floats, small values
_secret = random.SystemRandom()


class SharedBuffers:
    """Buffers for `sets` calls of `reference`, in device memory (`on_device`) or in shared memory. Raises OSError and Rejected, as `buffer_memory`.

    Each input set lies in a slot. If calls are `timed` and memory allows, there are two more slots. The first, `warm`, holds the inputs of warm-up
    calls in device memory. The second makes the place of a set unpredictable.
    A slot of timed calls that go backward has three places for the upstream gradients. One holds the true ones: `places` tells it for each slot.
    A runner learns it when forward has returned. Whoever guesses in forward and is wrong has to go backward again.
    """

    def __init__(self, reference: Reference, sets: int, on_device: bool, timed: bool = True, spare: "list[HostBuffer] | None" = None):
        """`spare`: shared memory from `vacate`. It is used again or freed."""
        self.sets, self.on_device = sets, on_device
        self._reference, self._timed = reference, timed
        self._specs, self._strides = slot_of(reference, timed)
        self._in, self._out = input_bytes(reference, timed), places(reference.output_specs)[1]
        most = _MORE_SHARE * available_bytes(reference.device)
        has_warm = timed and on_device and (sets + 1) * self._in < most
        has_spare = timed and (sets + has_warm + 1) * self._in < most
        self._slots, self.order = sets + has_spare, [0]
        self._own, self._upstream = _first_of_upstream(reference), upstream.count(reference.upstream)
        self.places, self._choices = [0] * (self._slots + has_warm), (len(self._specs) - self._own) // self._upstream if self._upstream else 1
        self.warm = [self._slots] if has_warm else []
        self._sizes = [(self._slots + has_warm) * self._in, sets * self._out]
        self.buffers: "list[DeviceBuffer] | list[HostBuffer]" = device_buffers(self._sizes) if on_device else host_buffers(self._sizes, spare or [])
        try:
            self._lay_out()
        except BaseException:
            self._inputs = []
            release(self.buffers)
            raise

    def _lay_out(self) -> None:
        reference = self._reference
        slots = range(self._slots + len(self.warm))
        self._inputs = [views(self.buffers[0].bytes[at * self._in :], self._specs, self._strides, reference.input_shift) for at in slots]
        first = self.buffers[0].bytes.data_ptr()
        spans = [(tensor.data_ptr() - first, _extent_bytes(tensor)) for tensor in self._inputs[0]]
        if self.on_device or self._timed:  # new shared memory is zero, but its pages must be there before a call is timed
            self.buffers[0].bytes[: self._sizes[0]].zero_()
        self.late = LateInputs(self.buffers[0].bytes[: self._slots * self._in], spans, self._slots, self._in)
        self._secret = torch.Generator(device=self.buffers[0].bytes.device).manual_seed(secret_seed())

    def message(self) -> "tuple[dict, tuple]":
        """(message, descriptors): the layout, and what the runner maps: the buffers, then the late inputs if any."""
        fds = tuple(buffer.fd for buffer in self.buffers)
        fds += (self.late.shared.fd,) if self.late.shared else ()
        reference, late = self._reference, self.late
        layout = {"skeletons": [reference.input_skeleton] * len(self._inputs), "inputs": self._specs, "layouts": self._strides, "upstream": [self._own, self._upstream], "outputs": reference.output_specs}
        layout |= {"shift": reference.input_shift, "sets": len(self._inputs), "strides": [self._in, self._out], "bytes": [buffer.size for buffer in self.buffers] if self.on_device else self._sizes, "onDevice": self.on_device}
        return {**layout, "lateSlots": self._slots, "perSlot": late.per_slot, "late": [late.size, late.values_at]}, fds

    def shuffle(self, sets: int) -> None:
        """Chooses random slots for the next `sets` sets. The runner learns their order call by call."""
        self.order = _secret.sample(range(self._slots), sets)

    def line_up(self, sets: int) -> int:
        """Chooses consecutive slots for the next `sets` sets. Returns the first slot."""
        first = _secret.randrange(self._slots - sets + 1)
        self.order = list(range(first, first + sets))
        return first

    @property
    def chosen(self) -> "list[int]":
        """The slots of the next sets, then the one of the warm-up calls if there is one."""
        return [*self.order, *self.warm]

    def put(self, sets: "Iterable[list[torch.Tensor]]", late: bool = True, decoys: "Callable[[], list[torch.Tensor]] | None" = None) -> None:
        """Writes the input sets into the chosen slots, and one more set into the warm-up slot if there is one.

        Hides the late inputs, unless not `late` on a CPU, and fills the output space with NaN patterns. With `decoys`, which draws other upstream
        gradients, the place of the true ones is secret. Else it is the first one.
        """
        for slot, tensors in zip(self.chosen, sets):
            self.places[slot] = _secret.randrange(self._choices) if decoys else 0
            for place, tensor in zip(self._true(slot), tensors):
                place.copy_(tensor)
            if decoys:
                self._write_decoys(slot, decoys)
        self._watched = torch.randint(0, self._slots * (self._in // 8), (_WATCHED,), generator=self._secret, device=self._secret.device)
        self._before = self._units().index_select(0, self._watched)
        self.late.hide() if late or self._reference.device == "cuda" else self.late.leave()
        self.wipe()

    def _write_decoys(self, slot: int, decoys: "Callable[[], list[torch.Tensor]]") -> None:
        """Writes other upstream gradients into the places of a slot that do not count."""
        for at in range(self._choices):
            if at != self.places[slot]:
                for place, tensor in zip(self._at(slot, at), decoys()):
                    place.copy_(tensor)

    def _at(self, slot: int, place: int) -> "list[torch.Tensor]":
        """The upstream gradients in one place of a slot."""
        first = self._own + place * self._upstream
        return self._inputs[slot][first : first + self._upstream]

    def _true(self, slot: int) -> "list[torch.Tensor]":
        """The inputs of the call in a slot, with the upstream gradients that count."""
        return [*self._inputs[slot][: self._own], *self._at(slot, self.places[slot])]

    def vanish(self) -> None:
        """Samples the inputs of the last calls, then overwrites them. Deferred work can no longer read them."""
        self._after = self._units().index_select(0, self._watched)
        if len(self.order) == 1:
            slot = self.order[0]
            self.buffers[0].bytes[slot * self._in : (slot + 1) * self._in].fill_(_GONE)
        else:
            self.buffers[0].bytes[: self._slots * self._in].fill_(_GONE)

    def _units(self) -> torch.Tensor:
        """All inputs in units of eight bytes."""
        return self.buffers[0].bytes[: self._slots * self._in].view(torch.int64)

    def untouched(self, calls: int) -> bool:
        """Whether the sampled inputs of the first `calls` calls were unchanged when `vanish` overwrote them."""
        slots = torch.div(self._watched, self._in // 8, rounding_mode="floor").cpu()
        called = torch.isin(slots, torch.tensor(self.order[:calls]))
        return bool((self._before == self._after).cpu()[called].all())

    def take(self, call: int) -> torch.Tensor:
        """A private copy of the output space of one call: uint8, flat. `outputs` splits it into tensors."""
        return self.buffers[1].bytes[call * self._out : (call + 1) * self._out].to(self._reference.device, copy=True)

    def outputs(self, taken: torch.Tensor) -> "list[torch.Tensor]":
        """The output tensors in a copy made by `take`."""
        return views(taken, self._reference.output_specs)

    def written(self, call: int) -> "list[torch.Tensor]":
        """Private copies of the inputs of one call that the reference writes, as the call left them."""
        own = self._true(self.order[call])
        return [own[at].to(self._reference.device, copy=True) for at in self._reference.written]

    def wipe(self) -> None:
        """Fills the output space with NaN patterns."""
        self.buffers[1].bytes[: self._sizes[1]].fill_(0xFF)

    def kept(self, at: int, tensors: "list[torch.Tensor]", written: "list[int]") -> bool:
        """Whether the inputs of set number `at` still equal `tensors`, except the inputs `written` by the reference."""
        pairs = zip(self._true(self.order[at]), tensors)
        return all(number in written or same(place.to(tensor.device), tensor) for number, (place, tensor) in enumerate(pairs))

    def vacate(self) -> "list[HostBuffer]":
        """Ends the use of the buffers. Frees those of a device, and returns shared memory, which other sets may use."""
        self._inputs = []
        self.late.close()
        kept = [buffer for buffer in self.buffers if isinstance(buffer, HostBuffer)]
        release([buffer for buffer in self.buffers if isinstance(buffer, DeviceBuffer)])
        return kept

    def close(self) -> None:
        """Frees the buffers."""
        release(self.vacate())


def slot_of(reference: Reference, timed: bool = True) -> "tuple[list, list]":
    """Specs and strides of the tensors in a slot: the inputs of a call, then further places for its upstream gradients if it is `timed`."""
    first, more = _first_of_upstream(reference), _PLACES - 1 if timed else 0
    return [*reference.input_specs, *reference.input_specs[first:] * more], [*reference.input_strides, *reference.input_strides[first:] * more]


def input_bytes(reference: Reference, timed: bool = True) -> int:
    """The bytes of one slot."""
    return places(*slot_of(reference, timed), reference.input_shift)[1]


def _first_of_upstream(reference: Reference) -> int:
    return len(reference.input_specs) - upstream.count(reference.upstream)


def _extent_bytes(tensor: torch.Tensor) -> int:
    strides = None if tensor.is_contiguous() else list(tensor.stride())
    return extent(list(tensor.shape), strides) * tensor.element_size()
