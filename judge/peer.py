"""The oracle's side of one runner: its buffers, its calls, and the clock that decides.

What the runner says is checked for form here and never believed; values are compared in `compare`.
"""

import json
import math
import os
import socket
import time

import torch

from .channel import Channel, parse
from .compiler_report import first_errors
from .errors import Failure, Gone
from .layout import places, views
from .task import Reference, same
from .transport import HostBuffer, device_buffers, release

_KERNELS = 20
_SAID_CHARS = 4000  # of what a runner says that is passed on
BASELINES = ("eager", "compiled")  # runners of the reference itself: their failure is not the candidate's


class Peer:
    """A runner that holds a model of `reference`. Methods raise Gone when it dies and Failure when it fails."""

    def __init__(self, name: str, channel: Channel, reference: Reference, ipc: bool):
        self.name, self._channel, self._reference, self.ipc = name, channel, reference, ipc
        self.stage, self._asked, self._buffers = "start", "", []
        self._trusted = name in BASELINES
        self.parameters = "none"

    def load(self) -> None:
        """Lets the runner build its model."""
        dtype = str(self._reference.dtype)[6:]
        self.parameters = self._ask({"ask": "load", "seed": self._reference.seed, "dtype": dtype, "eval": self._reference.eval})["parameters"]

    def map(self) -> None:
        """Lets the runner map new buffers: shared memory where CUDA IPC is refused. Raises Rejected where they do not fit."""
        specs = self._reference.input_specs
        sizes = [places(specs)[1], places(self._reference.output_specs)[1]]
        if self.ipc:
            try:
                self._map(specs, device_buffers(sizes))
                return
            except (OSError, Failure, Gone):  # a runner that truly is gone fails again below
                self._release()
                self.ipc = False
        self._map(specs, [HostBuffer(size) for size in sizes])

    def _map(self, specs: list, buffers: list) -> None:
        self._buffers = buffers
        handles, fds = ([buffer.handle for buffer in buffers], ()) if self.ipc else ([], tuple(buffer.fd for buffer in buffers))
        message = {"ask": "map", "skeleton": self._reference.input_skeleton, "inputs": specs, "handles": handles}
        self._ask({**message, "bytes": [buffer.size for buffer in buffers]}, fds)
        self._inputs = views(buffers[0].bytes, specs)
        self._outputs = views(buffers[1].bytes, self._reference.output_specs)

    def put(self, tensors: "list[torch.Tensor]") -> None:
        """Writes the inputs, fills the output buffer with NaN patterns, and lets the runner take both. Not timed."""
        for place, tensor in zip(self._inputs, tensors):
            place.copy_(tensor)
        self._buffers[1].bytes.fill_(0xFF)
        self._sync()
        self._leave_room()
        self._ask({"ask": "take"})

    def wake(self) -> None:
        """Gets the runner and the device ready for a call, with cold caches. Not timed."""
        self._clocked("wake")

    def call(self) -> float:
        """Seconds from the release of one call to the runner's answer after a device-wide synchronization."""
        return self._clocked("call")

    def ping(self) -> float:
        """Seconds of an empty call."""
        return self._clocked("ping")

    def give(self) -> "tuple[float, dict]":
        """Seconds that the hand-over of the outputs took, and what the runner says they are."""
        started = time.perf_counter()
        said = self._ask({"ask": "give"})
        return time.perf_counter() - started, said

    def outputs(self, said: dict, tensors: "list[torch.Tensor]") -> "list[torch.Tensor]":
        """A private copy of the outputs of the last call on these inputs. Raises Failure where the contract is broken."""
        taken = [place.to(self._reference.device, copy=True) for place in self._outputs]
        try:
            self._check_form(said)
        except (KeyError, TypeError, IndexError) as error:
            raise Gone(self.name, "it answered out of protocol") from error
        kept = all(same(place.to(tensor.device), tensor) for place, tensor in zip(self._inputs, tensors))
        if not kept and not self._reference.writes_inputs:
            raise contract("the candidate changed its input tensors; write results into new tensors, as the reference does")
        return taken

    def profile(self) -> "list[list]":
        """The kernels of one call as the runner claims them: [name, calls, microseconds]."""
        rows = self._ask({"ask": "profile"}).get("kernels")
        try:
            found = [[str(name)[:300], float(calls), float(us)] for name, calls, us in rows[:_KERNELS]]
        except (TypeError, ValueError) as error:
            raise Gone(self.name, "it answered out of protocol") from error
        return [row for row in found if math.isfinite(row[1]) and math.isfinite(row[2]) and row[2] >= 0]

    def close(self) -> None:
        """Ends the conversation (the runner exits) and frees the buffers."""
        self._channel.close()
        self._release()

    def _release(self) -> None:
        self._inputs = self._outputs = []
        release(self._buffers)
        self._buffers = []

    def _check_form(self, said: dict) -> None:
        reference = self._reference
        if said.get("skeleton") != reference.output_skeleton:
            raise contract(f"the outputs are arranged as {json.dumps(said.get('skeleton'))[:300]}; the reference returns {json.dumps(reference.output_skeleton)[:300]}")
        for at, wanted in enumerate(reference.output_specs):
            got = said["specs"][at]
            name = f"output {at}" if len(reference.output_specs) > 1 else "the output"
            if got[0] != wanted[0]:
                raise contract(f"{name} has shape {got[0]}; the reference returns {wanted[0]}")
            if got[1] != wanted[1]:
                raise contract(f"{name} has dtype {got[1]}; the reference returns {wanted[1]}")
            if said["devices"][at] != reference.device:
                raise contract(f"{name} is on {said['devices'][at]}; it must be on {reference.device}")
            if not said["contiguous"][at] and said["strides"][at] != reference.output_strides[at]:
                raise contract(f"{name} is not contiguous, with strides {said['strides'][at]}; return a contiguous tensor: .contiguous()")
            if said["aliases"][at] and not reference.aliases[at]:
                raise contract(f"{name} shares memory with an input; return a new tensor, as the reference does")

    def _sync(self) -> None:
        if self._reference.device == "cuda":
            torch.cuda.synchronize()

    def _leave_room(self) -> None:
        """Lets go of memory that torch keeps for this process, where the runner could lack it."""
        if self._reference.device == "cuda":
            free, total = torch.cuda.mem_get_info()
            if free < total / 4:
                torch.cuda.empty_cache()

    def _clocked(self, ask: str) -> float:
        message, nonce = self._packet({"ask": ask})
        sock = self._channel.sock
        try:
            started = time.perf_counter()
            sock.send(message)
            data = self._channel.receive_bytes(spin=self._reference.device == "cuda")
            seconds = time.perf_counter() - started
        except (BrokenPipeError, ConnectionResetError) as error:
            raise Gone(self.name) from error
        self._answer(data, nonce)
        return seconds

    def _ask(self, message: dict, fds: tuple = ()) -> dict:
        packet, nonce = self._packet(message)
        try:
            socket.send_fds(self._channel.sock, [packet], list(fds))
            return self._answer(self._channel.receive_bytes(), nonce)
        except (BrokenPipeError, ConnectionResetError) as error:
            raise Gone(self.name) from error

    def _packet(self, message: dict) -> "tuple[bytes, str]":
        nonce, self._asked = os.urandom(8).hex(), message["ask"]
        return json.dumps({**message, "nonce": nonce}).encode(), nonce

    def _answer(self, data: bytes, nonce: str) -> dict:
        try:
            answer = parse(data)
        except (EOFError, ValueError) as error:
            raise Gone(self.name, "" if isinstance(error, EOFError) else "it answered out of protocol") from error
        if answer.get("nonce") != nonce:
            raise Gone(self.name, "it answered a question that was not asked")
        if "error" in answer:
            raise self._failure(str(answer["error"]), str(answer.get("kind")))
        return answer

    def _failure(self, error: str, kind: str) -> Exception:
        if self._trusted:
            return Gone(self.name, f"it raised {error}")
        if "Error building extension" in error or kind == "CompilationError":
            compiler = "triton" if kind == "CompilationError" else "load_inline"
            return Failure(status="build_failed", compiler=compiler, diagnostics=error[:_SAID_CHARS] if compiler == "triton" else first_errors(error))
        error = error[:_SAID_CHARS]
        if self.stage == "start":
            return contract(f"the model could not be built: {error}")
        if self._asked == "give":
            return contract(f"the outputs could not be read: {error}")
        return Failure(status="crashed", stage=self.stage, problem=f"ModelNew raised {error}")


def contract(problem: str) -> Failure:
    """A broken promise about form: what is wrong and what is wanted."""
    return Failure(status="contract_failed", problem=problem[:_SAID_CHARS])
