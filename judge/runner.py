"""Runs one model in a process of its own: `python -I runner.py DESCRIPTOR`, in a private folder.

It is copied beside the candidate with layout.py and imports nothing else of the judge. It knows the candidate,
the model's parameters and the current input, never the task's source, a seed of the inputs or an expected output.
Everything it says is a claim; what decides is measured and compared by the oracle.
"""

import importlib
import json
import pickle
import socket
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))  # isolated Python leaves it out

from layout import device_bytes, host_bytes, opened_ipc, pack, places, unpack, views  # noqa: E402

PACKET_BYTES = 1 << 17
SPIN_SECONDS = 5e-3
PAGE_BYTES = 2 << 20


class Runner:
    """One model and its buffers. Each public method answers the message of the same name."""

    def __init__(self, start: dict):
        import torch

        self.torch, self.start, self.output = torch, start, None
        self.cuda = start["target"] == "cuda"
        torch.set_num_threads(start["threads"])
        if self.cuda:
            self.nudge = torch.zeros(1, device="cuda")
        tf32 = start["precision"] == "tf32"
        torch.backends.cuda.matmul.allow_tf32 = tf32
        torch.backends.cudnn.allow_tf32 = tf32
        self.import_error = None
        if start["imports"]:  # nothing is still being built: compile and import now, before the device's lane is taken
            try:
                importlib.import_module(start["module"])
            except Exception as error:
                self.import_error = error

    def sync(self) -> None:
        if self.cuda:
            self.torch.cuda.synchronize()

    def load(self, message: dict) -> dict:
        """Builds the model under the parameters' seed and gives it the reference's parameters where they fit."""
        torch, folder = self.torch, Path.cwd()
        if self.import_error:
            raise self.import_error
        module = importlib.import_module(self.start["module"])
        make = getattr(module, self.start["model"], None)
        if make is None:
            raise AttributeError(f"{self.start['module']}.py has no class {self.start['model']}")
        init = pickle.loads((folder / "init.pickle").read_bytes())
        torch.manual_seed(message["seed"])
        model = make(*init)
        model = model.to("cuda" if self.cuda else "cpu")
        if message["dtype"] != "float32":  # else a candidate may keep lower-precision copies of its own
            model = model.to(getattr(torch, message["dtype"]))
        state = torch.load(folder / "state.pt", map_location="cuda" if self.cuda else "cpu")
        parameters = "none" if not state else "seeded"
        own = {name: tensor.shape for name, tensor in model.state_dict().items()}
        if state and own == {name: tensor.shape for name, tensor in state.items()}:
            model.load_state_dict(state)
            parameters = "loaded"
        if message["eval"]:
            model.eval()
        self.model = torch.compile(model) if self.start["compile"] else model
        return {"parameters": parameters}

    def map(self, message: dict, fds: list) -> dict:
        """Maps the oracle's buffers: CUDA IPC handles, or shared memory that `take` and `give` copy from and to."""
        specs, (inputs, outputs) = message["inputs"], message["bytes"]
        self.staged = None
        if message["handles"]:
            source, self.room = [device_bytes(opened_ipc(handle), size) for handle, size in zip(message["handles"], (inputs, outputs))]
        else:
            source, self.room = [host_bytes(fd, size) for fd, size in zip(fds, (inputs, outputs))]
            if self.cuda:
                self.staged, source = source, self.torch.empty(inputs, dtype=self.torch.uint8, device="cuda")
        self.source = source
        self.arguments = unpack(message["skeleton"], views(source, specs))
        return {}

    def take(self, _message: dict) -> dict:
        """Copies the inputs to the device, where the buffers are not shared on it. Outside the clock."""
        if self.staged is not None:
            self.source.copy_(self.staged)
        self.sync()
        return {}

    def wake(self, _message: dict) -> dict:
        """Makes the device switch to this process and find its pages again: both take longer than many kernels and
        are nobody's work. One byte per page leaves the caches as cold as they were."""
        if self.cuda:
            torch = self.torch
            self.source[::PAGE_BYTES].sum()
            if isinstance(self.output, torch.Tensor) and self.output.numel() > 0:
                storage = self.nudge.new_empty(0, dtype=torch.uint8).set_(self.output.untyped_storage())
                storage[::PAGE_BYTES].sum()
            self.nudge.add_(1)
        self.sync()
        return {}

    def ping(self, _message: dict) -> dict:
        """An empty call: what the message, a launch of next to nothing and the synchronization cost."""
        if self.cuda:
            self.nudge.add_(1)
        self.sync()
        return {}

    def call(self, _message: dict) -> dict:
        """The timed call: from the oracle's release to this answer."""
        self.output = None
        with self.torch.no_grad():
            self.output = self.model(*self.arguments)
        self.sync()
        return {}

    def give(self, _message: dict) -> dict:
        """Copies the outputs into the oracle's buffer and says what they are."""
        torch, tensors = self.torch, []
        skeleton = pack(self.output, tensors)
        specs = [[list(tensor.shape), str(tensor.dtype)[6:]] for tensor in tensors]
        said = {"skeleton": skeleton, "specs": specs, "devices": [tensor.device.type for tensor in tensors]}
        said |= {"contiguous": [tensor.is_contiguous() for tensor in tensors], "strides": [list(tensor.stride()) for tensor in tensors]}
        first, last = self.source.data_ptr(), self.source.data_ptr() + self.source.numel()
        said["aliases"] = [first <= tensor.data_ptr() < last and tensor.numel() > 0 for tensor in tensors]
        if places(specs)[1] <= self.room.numel():
            for tensor, place in zip(tensors, views(self.room, specs)):
                torch.Tensor.copy_(place, torch.Tensor.detach(tensor))
        self.sync()
        return said

    def profile(self, _message: dict) -> dict:
        """The kernels of one call, by torch's profiler: [name, calls, microseconds]. Empty on the CPU."""
        if not self.cuda:
            return {"kernels": []}
        from torch.profiler import ProfilerActivity, profile

        with profile(activities=[ProfilerActivity.CUDA]) as trace:
            self.call({})
        rows = [(row.key, row.count, row.self_device_time_total) for row in trace.key_averages() if "CUDA" in str(row.device_type)]
        return {"kernels": sorted(rows, key=lambda row: -row[2])[:20]}


def own_lines(error: BaseException) -> str:
    """The error with the candidate's own lines of its traceback."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent == Path.cwd() and Path(frame.filename).name != "runner.py"]
    lines = [f"{Path(frame.filename).name}:{frame.lineno}: {frame.line}" for frame in frames[-4:]]
    return "\n".join(["".join(traceback.format_exception_only(type(error), error)).strip()[:30_000].replace(f"{Path.cwd()}/", ""), *lines])


def receive(channel: socket.socket, spin_seconds: float) -> tuple:
    """The next packet and its descriptors. Waits awake for a while first: going to sleep and waking up costs more
    than many GPU calls. On the CPU target a waiting runner would take a core from the one being timed."""
    until = time.monotonic() + spin_seconds
    while time.monotonic() < until:
        try:
            return socket.recv_fds(channel, PACKET_BYTES, 8, socket.MSG_DONTWAIT)[:2]
        except BlockingIOError:
            pass
    return socket.recv_fds(channel, PACKET_BYTES, 8)[:2]


def serve(channel: socket.socket) -> None:
    """Answers messages until the oracle closes its end."""
    start = json.loads(Path("start.json").read_text())
    sys.path.extend(start["paths"])
    runner = Runner(start)
    channel.send(json.dumps({"ready": True}).encode())
    while True:
        data, fds = receive(channel, SPIN_SECONDS if runner.cuda else 0.0)
        if not data:
            return
        message = json.loads(data)
        try:
            method = getattr(runner, message["ask"])
            answer = method(message, fds) if fds or message["ask"] == "map" else method(message)
        except Exception as error:
            answer = {"error": own_lines(error), "kind": type(error).__name__}
        channel.send(json.dumps({"nonce": message["nonce"], **answer}).encode())


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
