"""Answers the oracle's requests inside a runner: builds the model, maps the buffers, makes calls and hands outputs over.

Copied beside each runner with everything that it imports. It knows the candidate, the model's parameters and the current input. It never
knows the task's source, a seed of the inputs or an expected output.
"""

import contextlib
import os

from judge.runner import kernelbench, model_setup, output_copy, trace
from judge.runner.call_loop import make_calls, place_of_upstream
from judge.runner.late_inputs import LateInputs, NoLateInputs
from judge.wire import control_page
from judge.wire.cuda_driver import device_bytes
from judge.wire.cuda_memory import imported
from judge.wire.module_tensors import tensors_of
from judge.wire.tensor_layout import host_bytes, pack, unpack, views

_WRITING_CYCLES = 20 * trace.SLEEP_CYCLES  # inputs are written some 20 ms late: a slow host has launched its work by then


class Runner:
    """One model and its buffers. Each public method answers the message of the same name."""

    def __init__(self, start: dict, channel=None):
        import torch

        self.torch, self.start, self.channel = torch, start, channel
        self.page = memoryview(b"")
        self.late = NoLateInputs(self.page)
        self.mapped = []  # the oracle's device memory
        self.outputs, self.shown, self.given, self.first = [], [], False, 0
        self.cuda = start["target"] == "cuda"
        torch.set_num_threads(start["threads"])
        if self.cuda:
            self.nudge = torch.zeros(1, device="cuda")
            if start["gpuShare"]:  # an honest program that needs more fails with its own error
                torch.cuda.set_per_process_memory_fraction(start["gpuShare"])
        self.noise = torch.Generator(device="cuda" if self.cuda else "cpu")
        tf32 = start["tf32"]
        torch.backends.cuda.matmul.allow_tf32 = tf32
        torch.backends.cudnn.allow_tf32 = tf32

    def sync(self) -> None:
        if self.cuda:
            self.torch.cuda.synchronize()

    def load(self, message: dict) -> dict:
        """Builds the model under the parameters' seed and loads the reference's parameters if they match."""
        self.dtype, self.gradients = message["dtype"], message["gradients"]
        model = self.plain = model_setup.made(self, message["seed"])
        model_setup.load_state(self)
        if message["eval"]:
            model.eval()
        called = self.torch.compile(model, mode=self.start["mode"]) if self.start["compile"] else model
        self.model = model_setup.differentiated(called, model, message["gradients"])
        return {}

    def reload(self, message: dict) -> dict:
        """Loads the current state of the folder, in place. With `copied` it does so as an optimizer, and tells no module."""
        model_setup.load_state(self, message["copied"])
        self.sync()
        return {}

    def train(self, message: dict) -> dict:
        self.plain.train(message["train"])
        return {}

    def seed(self, message: dict) -> dict:
        self.torch.manual_seed(message["seed"])
        return {}

    def map(self, message: dict, fds: list) -> dict:
        """Maps the oracle's buffers by their descriptors: device memory, or shared memory with copies in `take` and `give`."""
        self.outputs, self.shown, self.sets, self.viewed, self.rooms = [], [], [], [], []
        self.source = self.room = None
        self.late.close()
        self._unmap()
        *shared, page = fds
        buffers, late = shared[:2], shared[2:]
        with contextlib.ExitStack() as open_descriptors:  # a mapping needs none; `imported` closes its own
            for fd in (page, *(late if message["onDevice"] else shared)):
                open_descriptors.callback(os.close, fd)
            self._map(message, buffers, late, page)
        return self.arrange(message)

    def _map(self, message: dict, buffers: "list[int]", late: "list[int]", page: int) -> None:
        inputs, outputs = message["bytes"]
        staged = None
        self.page = control_page.words(page)
        self.late = NoLateInputs(self.page)
        if message["onDevice"]:
            self.mapped = imported(buffers, message["bytes"])
            source, self.room = [device_bytes(each.address, each.size) for each in self.mapped]
        else:
            source, self.room = [host_bytes(fd, size) for fd, size in zip(buffers, message["bytes"])]
            if self.cuda:
                staged, source = source, self.torch.empty(inputs, dtype=self.torch.uint8, device="cuda")
        self.source, (stride, room) = source, message["strides"]
        self.rooms = [views(self.room[at * room :], message["outputs"]) for at in range(outputs // room)]
        if self.cuda:
            self.late = LateInputs(self.torch, source[: message["lateSlots"] * stride], message["lateSlots"], message["perSlot"], late[0], *message["late"], page=self.page, staged=staged)
        self.places = message["upstream"]  # the index of the first upstream gradient in a slot, and their number in each place
        self.viewed = [views(source[at * stride :], message["inputs"], message["layouts"], message["shift"]) for at in range(message["sets"])]

    def _unmap(self) -> None:
        """Unmaps the oracle's device memory, which is not free before."""
        self.sync()  # the driver does not wait for work on it
        for each in self.mapped:
            each.close()
        self.mapped = []

    def arrange(self, message: dict) -> dict:
        """Arranges the mapped inputs of each slot in a new nest of arguments, with new Python numbers."""
        self.sets = [unpack(skeleton, tensors) for skeleton, tensors in zip(message["skeletons"], self.viewed)]
        own, count = self.places
        if count:
            found = [[[*tensors[:own], *tensors[first : first + count]] for first in range(own, len(tensors), count)] for tensors in self.viewed]
            self.upstream = [[unpack(skeleton, tensors)[-1] for tensors in of_slot] for skeleton, of_slot in zip(message["skeletons"], found)]
        return {}

    def take(self, message: dict) -> dict:
        """Frees earlier outputs unless it shall `keep` them. The next call is that of the slot `first`."""
        self.first = message["first"]
        if not message["keep"]:
            self._free()
        self.sync()
        return {}

    def _free(self) -> None:
        """Frees the outputs and fills their memory with plausible numbers, so it cannot contain an old answer."""
        for output in self.outputs:
            self._scramble(output)
        self.outputs = []

    def _scramble(self, value) -> None:
        tensors = []
        with contextlib.suppress(Exception):  # what it returned may be anything
            pack(value, tensors)
        for tensor in tensors:
            if tensor.is_floating_point() and tensor.numel():
                output_copy.overwrite(tensor, self.noise)
                spare = self.torch.empty_like(tensor).copy_(self.torch.Tensor.detach(tensor))
                del spare  # a free block of the size that the next output needs

    def wake(self, _message: dict) -> dict:
        """Makes the device switch to this process. The switch takes longer than many kernels and counts for nobody."""
        if self.cuda:
            self.nudge.add_(1)
        self.sync()
        return {}

    def call(self, message: dict) -> dict:
        """Makes untimed calls on the current inputs. With `late`, copies the late inputs first. With `crossed`, both of two calls go forward first.
        With `withoutGradients`, the outputs come from a forward pass in which nothing asks for gradients. With `give`, hands over those outputs at
        once. `first`: the slot, if no `take` told it."""
        self.first = message.get("first", self.first)
        outputs = self.outputs if message["keep"] else []
        if message["late"]:
            self.late.place_all()
        sets = self.sets[self.first : self.first + message["sets"]]
        with self.torch.no_grad():
            if message.get("crossed"):
                outputs += self.model.crossed(*sets)
            else:
                called = self.model.without_gradients if message.get("withoutGradients") else self.model
                for arguments in sets:
                    outputs.append(called(*arguments))
        self.sync()
        self.outputs = outputs
        return self._handed(message["give"], message["free"]) if "give" in message else {}

    def _handed(self, first: int, free: bool) -> dict:
        """Hands over the outputs from number `first` on and describes them. With `free`, frees them too.

        Says nothing of outputs that cannot be read, and does not free what cannot be overwritten: `give`, `say` and `take` then tell why.
        """
        answer: dict = {}
        with contextlib.suppress(Exception):
            self.give({"first": first})
            answer = self.say({})
            if free:
                self._free()
                self.sync()
                answer["freed"] = True
        return answer

    def chain(self, message: dict) -> dict:
        """Makes the calls that the control page names. The timed ones follow the last of `pauses`, and get their late inputs with their names. A call
        that goes backward learns which upstream gradients count when forward has returned. With `empty` it calls nothing. `held` is None, or the time
        of the oracle's opening of the gate until which the device waits."""
        outputs: list = []
        model = _Nothing() if message["empty"] else self.model
        page, sets, late, pauses, goes_backward = self.page, self.sets, self.late, message["pauses"], self.gradients is not None
        wake = None if self.cuda else lambda: self.channel.send(control_page.RETURNED_PACKET)

        def named(number: int) -> int:
            return late.named(number, pauses == 0)

        def call(slot: int, number: int) -> None:
            if goes_backward:
                outputs.append(model.told(sets[slot], lambda: self._upstream_of(slot, place_of_upstream(page, number, wake))))
            else:
                outputs.append(model(*sets[slot]))

        def wait(at_end: bool) -> None:
            nonlocal pauses
            if not at_end:  # what came before was to warm up
                outputs.clear()
                pauses -= 1
            self.sync()
            if not at_end and not pauses and message["held"] is not None:
                late.hold(message["held"])

        with self.torch.no_grad():
            make_calls(page, message["first"], named, call, wait, wake)
        self.outputs = [] if message["empty"] else outputs
        return {}

    def _upstream_of(self, slot: int, place: int):
        """The upstream gradients in one place of a slot. None of them for a call that goes forward alone."""
        return [] if place == control_page.FORWARD_ONLY else self.upstream[slot][place]

    def consume(self, message: dict) -> dict:
        """Makes a call in the middle of a stream: its inputs are still being written, and its outputs are read at once."""
        torch = self.torch
        self.late.place_all()
        if self.cuda:
            late = self.source.clone()
            self.source.zero_()
            torch.cuda.synchronize()
        with torch.no_grad(), torch.cuda.stream(torch.cuda.Stream()) if self.cuda else contextlib.nullcontext():  # not the default stream
            if self.cuda:
                torch.cuda._sleep(_WRITING_CYCLES)
                self.source.copy_(late)
            output = self.model(*self.sets[self.first])
            output_copy.hand_over(self, [output])
        self.sync()
        self.outputs, self.given = [output], True
        return {}

    def give(self, message: dict) -> dict:
        """Copies the outputs into the oracle's buffer. `consume` has already done this."""
        if not self.given:
            output_copy.hand_over(self, self.outputs[message["first"] :])
        self.given = False
        self.sync()
        return {}

    def effects(self, message: dict, fds: list) -> dict:
        """Copies inputs and buffers into shared memory, as the last call left them. With `plain` no code of the model learns of it."""
        with contextlib.ExitStack() as open_descriptors:  # a mapping needs none
            open_descriptors.callback(os.close, fds[0])
            room = views(host_bytes(fds[0], message["bytes"]), message["specs"])
        own = tensors_of(self.plain) if message["plain"] else {}
        if any(name not in own for name in message["buffers"]):
            own = self.plain.state_dict()
        found = [self.viewed[self.first][at] for at in message["inputs"]] + [own[name] for name in message["buffers"]]
        for place, tensor in zip(room, found):
            place.copy_(tensor)
        self.sync()
        return {}

    def say(self, _message: dict) -> dict:
        """Describes the outputs that were handed over."""
        return {"outputs": [output_copy.claimed(self, output) for output in self.shown]}

    def kernelbench(self, message: dict) -> dict:
        """Switches to a model built as KernelBench does, or back to its own (seed None)."""
        kernelbench.restore(self) if message["seed"] is None else kernelbench.build(self, message["seed"])
        self.sync()
        return {}

    def clock(self, message: dict) -> dict:
        return {"milliseconds": kernelbench.clock(self, message)}

    def usage(self, _message: dict) -> dict:
        return trace.usage(self)

    def profile(self, message: dict) -> dict:
        return trace.profile(self, message["sets"])


class _Nothing:
    """Empty calls."""

    def __call__(self, *_inputs) -> None: ...

    def told(self, _inputs, upstream) -> None:
        upstream()
