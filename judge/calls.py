"""What a runner does when it is asked: builds its model, maps the oracle's buffers, calls, hands over.

Copied beside each runner with what it imports. It knows the candidate, the model's parameters and the current
input, never the task's source, a seed of the inputs or an expected output.
"""

import contextlib

import building
import handing
import kernelbench_calls
import observe
from layout import MappedHost, device_bytes, host_bytes, opened_ipc, pack, unpack, views

_PAGE_BYTES = 2 << 20
_PAGE_UNITS = 512  # a page of the host, in eight bytes


class Runner:
    """One model and its buffers. Each public method answers the message of the same name."""

    def __init__(self, start: dict):
        import torch

        self.torch, self.start = torch, start
        self.mail = self.mapped = None
        self.outputs, self.shown, self.sizes, self.given, self.first = [], [], [], False, 0
        self.cuda = start["target"] == "cuda"
        torch.set_num_threads(start["threads"])
        if self.cuda:
            self.nudge = torch.zeros(1, device="cuda")
            if start["gpuShare"]:  # an honest program that wants more fails by itself, and is told so
                torch.cuda.set_per_process_memory_fraction(start["gpuShare"])
        self.noise = torch.Generator(device="cuda" if self.cuda else "cpu")
        tf32 = start["tf32"]
        torch.backends.cuda.matmul.allow_tf32 = tf32
        torch.backends.cudnn.allow_tf32 = tf32

    def sync(self) -> None:
        if self.cuda:
            self.torch.cuda.synchronize()

    def load(self, message: dict) -> dict:
        """Builds the model under the parameters' seed and gives it the reference's parameters where they fit."""
        self.dtype = message["dtype"]
        model = self.plain = building.made(self, message["seed"])
        building.load_state(self)
        if message["eval"]:
            model.eval()
        self.model = self.torch.compile(model, mode=self.start["mode"]) if self.start["compile"] else model
        return {}

    def reload(self, _message: dict) -> dict:
        """Loads the state that lies in the folder now, in place."""
        building.load_state(self)
        self.sync()
        return {}

    def train(self, message: dict) -> dict:
        self.plain.train(message["train"])
        return {}

    def map(self, message: dict, fds: list) -> dict:
        """Maps the oracle's buffers: CUDA IPC handles, or shared memory that `take` and `give` copy from and to."""
        inputs, outputs = message["bytes"]
        self.staged, self.outputs, self.shown = None, [], []
        self.source = self.room = self.units = self.mail = None
        self.sets, self.rooms = [], []
        if self.mapped:
            self.mapped.close()
        if message["handles"]:
            source, self.room = [device_bytes(opened_ipc(handle), size) for handle, size in zip(message["handles"], (inputs, outputs))]
        else:
            source, self.room = [host_bytes(fd, size) for fd, size in zip(fds, (inputs, outputs))]
            fds = fds[2:]
            if self.cuda:
                self.staged, source = source, self.torch.empty(inputs, dtype=self.torch.uint8, device="cuda")
        self.source, (stride, room) = source, message["strides"]
        self.rooms = [views(self.room[at * room :], message["outputs"]) for at in range(outputs // room)]
        if message["mail"]:
            self.mapped, self.values = MappedHost(fds[0], message["mail"]), message["values"]
            self.mail = self.mapped.bytes.view(self.torch.int64)
            self.units = source[: source.numel() // 8 * 8].view(self.torch.int64)
        self.sets = [unpack(message["skeleton"], views(source[at * stride :], message["inputs"])) for at in range(message["sets"])]
        return {}

    def take(self, message: dict) -> dict:
        """Lets go of earlier outputs, and leaves plausible numbers in what is free: an answer cannot lie there already."""
        self.first = message["first"]
        if not message["keep"]:
            self.sizes = [self._scramble(output) for output in self.outputs] or self.sizes
            self.outputs = []
        self.sync()
        return {}

    def _scramble(self, value) -> int:
        torch, tensors = self.torch, []
        with contextlib.suppress(Exception):  # what it returned may be anything
            pack(value, tensors)
        for tensor in tensors:
            if tensor.is_floating_point() and tensor.numel():
                torch.Tensor.uniform_(torch.Tensor.detach(tensor), -2, 2, generator=self.noise)
                spare = torch.empty_like(tensor).uniform_(-2, 2, generator=self.noise)
                del spare  # a free block of the size that the next output needs
        return sum(tensor.numel() * tensor.element_size() for tensor in tensors)

    def wake(self, _message: dict) -> dict:
        """Makes the device switch to this process and find its pages again: both take longer than many kernels and
        are nobody's work. One byte per page leaves the caches as cold as they were."""
        if self.cuda:
            self.source[::_PAGE_BYTES].sum()
            if self.mail is not None:
                self.mail[::_PAGE_UNITS].sum()
            for size in self.sizes if len(self.sizes) == 1 else ():  # of a chain it would take longer than some chains do
                self.torch.empty(size, dtype=self.torch.uint8, device="cuda")[::_PAGE_BYTES].sum()  # where the next output will lie
            self.nudge.add_(1)
        self.sync()
        return {}

    def ping(self, message: dict) -> dict:
        """An empty call: what the message, a launch of next to nothing and the synchronization cost."""
        if self.cuda:
            self._fetch(message)
            self.nudge.add_(1)
        self.sync()
        return {}

    def _fetch(self, message: dict) -> None:
        """Puts the rest of the inputs in place, within the clock, of empty calls too. Where the buffers are not shared on
        the device, all of them."""
        if self.staged is not None:
            self.source.copy_(self.staged)
        if message["mail"]:
            self.units.index_copy_(0, self.mail[: message["mail"]], self.mail[self.values : self.values + message["mail"]])

    def call(self, message: dict) -> dict:
        """The timed calls: from the oracle's release to this answer."""
        outputs = self.outputs if message["keep"] else []
        self._fetch(message)
        with self.torch.no_grad():
            for arguments in self.sets[self.first : self.first + message["sets"]]:
                outputs.append(self.model(*arguments))
        self.sync()
        self.outputs = outputs
        return {}

    def consume(self, message: dict) -> dict:
        """A call in the middle of a stream: its inputs are still being written when it is made, its outputs read at once."""
        torch = self.torch
        self._fetch(message)
        if self.cuda:
            late = self.source.clone()
            self.source.zero_()
            torch.cuda.synchronize()
            torch.cuda._sleep(observe.SLEEP_CYCLES)
            self.source.copy_(late)
        with torch.no_grad():
            output = self.model(*self.sets[self.first])
        handing.hand_over(self, [output])
        self.sync()
        self.outputs, self.given = [output], True
        return {}

    def give(self, message: dict) -> dict:
        """Copies the outputs into the oracle's buffer. After `consume` it has been done."""
        if not self.given:
            handing.hand_over(self, self.outputs[message["first"] :])
        self.given = False
        self.sync()
        return {}

    def say(self, _message: dict) -> dict:
        """What the outputs are that were handed over."""
        return {"outputs": [handing.said(self, output) for output in self.shown]}

    def kernelbench(self, message: dict) -> dict:
        """Runs the model as KernelBench builds it from here on, or (seed None) its own again."""
        kernelbench_calls.restore(self) if message["seed"] is None else kernelbench_calls.build(self, message["seed"])
        self.sync()
        return {}

    def clock(self, message: dict) -> dict:
        return {"milliseconds": kernelbench_calls.clock(self, message)}

    def usage(self, message: dict) -> dict:
        return observe.usage(self, message["mail"])

    def profile(self, message: dict) -> dict:
        return observe.profile(self, message["mail"], message["sets"])
