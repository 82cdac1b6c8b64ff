"""The oracle's client of one runner: it sends requests and inputs, and takes outputs.

The client validates the form of each answer and trusts none of its content. `tolerance` compares the values.
"""

import time
from collections.abc import Callable, Iterable, Sequence

import torch

from judge.oracle.numerics.output_contract import check_contract
from judge.oracle.runner_link.buffer_memory import HostBuffer, release
from judge.oracle.runner_link.chains import Chain, Chains
from judge.oracle.runner_link.rpc import Rpc
from judge.oracle.runner_link.self_reports import SelfReports
from judge.oracle.runner_link.shared_buffers import SharedBuffers, input_bytes
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.reference import Reference
from judge.protocol.errors import Failure, Gone, contract
from judge.protocol.trust import BASELINES
from judge.sandbox.suspension import Suspension
from judge.wire.packets import Channel
from judge.wire.tensor_layout import places, specs, views

_EMPTY_WARM_UPS = 4


class RunnerClient(SelfReports):
    """A runner that holds a model of `reference`. Methods raise Gone when it dies and Failure when it fails."""

    def __init__(self, name: str, channel: Channel, reference: Reference, on_device: bool, suspension: Suspension):
        self.name, self._reference, self.on_device = name, reference, on_device
        self.shared: "SharedBuffers | None" = None
        self.warm_ups: "int | None" = None  # untimed calls before each chain; None until chains are planned
        self.is_baseline = name in BASELINES
        self.suspension, self.rpc = suspension, Rpc(name, channel, suspension, self.is_baseline, spin=reference.device == "cuda")
        self._count, self._kept, self._taken, self._vanished = 0, range(0), [], False
        self._written: "list[list[torch.Tensor]]" = []  # of each kept call of the last chain, the inputs that it wrote
        self._is_free = False  # whether the runner has freed the outputs of its last call
        self._is_chained = False  # whether the runner still owes the answer to a chain
        self._skeletons: "list[dict]" = []  # of each slot, the nest of arguments that the runner has
        self.beyond: "list[str]" = []  # the integers beyond whose domains the candidate is wrong, as a verdict names them
        self.lay_state: "Callable[[int, dict | None], None]" = lambda which, values: None  # puts a state of the reference into the runner's folder

    def begin_load(self) -> None:
        """Makes the runner build its model with the state in its folder. `finish_load` waits for it."""
        self.rpc.begin({"ask": "load", **self._reference.loading()})

    def finish_load(self) -> None:
        """Waits until the model is built, and maps buffers for one input set."""
        self.rpc.finish()
        self.map(1)

    def reload(self, which: int = 1, values: "dict[str, torch.Tensor] | None" = None, copied: bool = False) -> None:
        """Makes the runner load state number `which` of the reference into its model, in place. `values`: a part of a state, under a number of its own.

        `copied`: as an optimizer changes parameters, without `load_state_dict`, if that means the same to the reference.
        """
        self.lay_state(which, values)
        self.rpc.ask({"ask": "reload", "copied": copied and self._reference.takes_copies})

    def turn(self, view: Reference) -> None:
        """Makes the next calls ones of another view of the reference (`Reference.view`), in the same process. Maps buffers for one input set."""
        if view is not self._reference:
            self._reference, self.warm_ups = view, None
            self.map(1)

    def train(self, on: bool) -> None:
        """Switches the runner's model to training mode (`on`) or to eval mode."""
        self.rpc.ask({"ask": "train", "train": on})

    def seed(self, seed: int) -> None:
        """Sets the seed of torch's generators in the runner."""
        self.rpc.ask({"ask": "seed", "seed": seed})

    @property
    def input_bytes(self) -> int:
        """The bytes of the inputs of one timed call."""
        return input_bytes(self._reference)

    def map(self, sets: int, timed: bool = True) -> None:
        """Makes the runner map new buffers for `sets` input sets, whose calls are `timed` or not. Falls back to shared memory if the driver refuses to share device memory. Raises Rejected if memory is short."""
        spare = self._vacated()
        if self.on_device:
            try:
                self._map(sets, timed, [])
                return
            except (OSError, Failure, Gone):  # a dead runner fails again below
                self._release()
                if not self.is_baseline:  # a candidate must not switch later runners to slow shared memory
                    raise
                self.on_device = False
        self._map(sets, timed, spare)

    def _map(self, sets: int, timed: bool, spare: "list[HostBuffer]") -> None:
        self.shared = SharedBuffers(self._reference, sets, self.on_device, timed, spare)
        self._layout, self._is_free = self._reference.layout, False
        message, fds = self.shared.message()
        self._chains = Chains(self.rpc, self.shared.late, self._reference.device == "cuda", None if self._reference.upstream is None else self.shared.places)
        self.rpc.ask({"ask": "map", **message}, (*fds, self._chains.page))
        self._skeletons = message["skeletons"]

    def put(self, sets: "list[list[torch.Tensor]]", keep: bool = False, late: bool = True) -> None:
        """Writes the input sets of untimed calls while the runner is stopped, without the late inputs. `keep`: earlier outputs stay alive.

        Without `late`, no input of a CPU is late. The next request must then be the call itself.
        """
        first = self._line_up(sets)
        self._put(sets, first, keep, late)
        self._count, self._kept = len(sets), range(len(sets))

    def put_chain(self, draws: "Sequence[Callable[[], Inputs]]", decoys: "Callable[[], list[torch.Tensor]] | None" = None) -> float:
        """Like `put`, for `timed`: inputs for all sets, plus one warm-up set if memory allows. Returns its duration in seconds.

        Each of `draws` gives the same inputs whenever it is called. `decoys` draws other upstream gradients, for calls that go backward.
        """
        varied = self._reference.numbers_vary
        self.shared.shuffle(self.shared.sets)
        # The runner needs the Python numbers before it has the tensors: later it could work on these.
        self._arrange([draw().skeleton for draw in draws] if varied else [self._reference.input_skeleton] * len(draws))
        seconds = self._put((draw() for draw in draws), 0, keep=False, late=True, decoys=decoys)
        if varied == self._reference.numbers_vary:
            return seconds
        self.shared.vanish()  # the runner must not see these tensors before it is timed
        return self.put_chain(draws, decoys)

    def _line_up(self, sets: "Sequence[list[torch.Tensor]]") -> int:
        """Lets the runner have the layout and the nests of arguments of untimed calls. Returns their first slot."""
        if self._layout != self._reference.layout:
            self.map(1, timed=False)
        first = self.shared.line_up(len(sets))
        self._arrange([getattr(inputs, "skeleton", self._skeletons[slot]) for slot, inputs in zip(self.shared.chosen, sets)])
        return first

    def _arrange(self, skeletons: "list[dict]") -> None:
        """Tells the runner the nests of arguments of the chosen slots, if they changed."""
        wanted = list(self._skeletons)
        for slot, skeleton in zip(self.shared.chosen, skeletons):
            wanted[slot] = skeleton
        if wanted != self._skeletons:
            self.rpc.ask({"ask": "arrange", "skeletons": wanted})
            self._skeletons = wanted

    def _put(self, sets: "Iterable[list[torch.Tensor]]", first: int, keep: bool, late: bool, decoys: "Callable[[], list[torch.Tensor]] | None" = None) -> float:
        self.rpc.ask({"ask": "take", "first": first, "keep": keep})
        return self._write(sets, late, decoys)

    def _write(self, sets: "Iterable[list[torch.Tensor]]", late: bool, decoys: "Callable[[], list[torch.Tensor]] | None" = None) -> float:
        self._vanished = self._is_free = False
        self.rpc.stop()
        started = time.perf_counter()
        self.shared.put(sets, late, decoys)
        self._settle()
        return time.perf_counter() - started

    def wake(self) -> float:
        """Wakes the runner and the device for a call. Returns its duration in seconds. On a CPU the runner stays stopped until the call."""
        if self._reference.device == "cpu":
            return 0.0
        self.rpc.go_on()
        return self.rpc.clocked({"ask": "wake"})

    def call(self, sets: int = 1, keep: bool = False) -> None:
        """Makes `sets` calls, one after the other."""
        self.shared.late.release()
        self.rpc.ask({"ask": "call", "sets": sets, "keep": keep, "late": True})

    def timed(self, calls: int, kept: "Sequence[int]", held: bool = False, forward_only: bool = False) -> Chain:
        """Times a chain of `calls` calls on the inputs of `put_chain`. Each call is named when the previous one has returned.

        The runner hands over all outputs. The oracle copies those of the calls in `kept`. On a GPU `warm_ups` untimed calls and one more come first.
        With `forward_only` the calls go forward and not backward. With `held` a GPU waits until all calls have returned.
        """
        self._count, self._kept, self._is_chained = calls, kept, True
        return self._chains.run(self.shared.warm * (self.warm_ups or 0), self.shared.order[:calls], held=held, forward_only=forward_only)

    @property
    def calls_before_a_chain(self) -> int:
        """The untimed calls before a chain, all on the inputs of the warm-up set."""
        return self.warm_ups + 1 if self.shared.warm and self.warm_ups else 0

    def empty(self, calls: int, held: bool = False) -> Chain:
        """Times a chain of `calls` empty calls on a baseline's runner, which is trusted. With `held` a GPU waits until all have returned."""
        order = self.shared.order
        chain = self._chains.run(self.shared.warm * _EMPTY_WARM_UPS, [order[at % len(order)] for at in range(calls)], empty=True, held=held)
        self._chains.finish()
        return chain

    def cross(self) -> None:
        """Makes both calls of `put` go forward before one goes backward. Each gets the upstream gradients of the other."""
        self.shared.late.release()
        self.rpc.ask({"ask": "call", "sets": 2, "keep": False, "late": True, "crossed": True})

    def call_without_gradients(self) -> None:
        """Makes a call whose outputs come from a second forward pass, in which nothing asks for gradients."""
        self.shared.late.release()
        self.rpc.ask({"ask": "call", "sets": 1, "keep": False, "late": True, "withoutGradients": True})

    def consume(self) -> None:
        """Makes one call between a producer and a consumer on the current stream, without further synchronization."""
        self.shared.late.release()
        self.rpc.ask({"ask": "consume"})

    def vanish(self) -> float:
        """Overwrites the inputs of the last call. Returns its duration in seconds.

        On a GPU this time includes the work that is still queued. On a CPU it is the time until the runner stands still. Does nothing if outputs
        may alias the inputs, or if the runner has its own copy of them (the driver refused to share device memory).
        """
        if self._has_own_inputs or self._reference.writes_inputs or any(self._reference.aliases):
            return 0.0
        self._vanished = True
        return self._clocked(self.shared.vanish)

    def give(self, first: int = 0) -> "tuple[float, list[dict]]":
        """Takes the outputs of call `first` and all later ones. Returns the seconds it took, and the runner's description per call.

        The oracle copies the outputs before the runner describes them, so the runner cannot alter them.
        """
        started = time.perf_counter()
        is_chain, self._is_chained = self._is_chained, False
        if is_chain:
            self._chains.finish()
        seconds = time.perf_counter() - started + self.rpc.clocked({"ask": "give", "first": first})
        seconds += self._clocked(lambda: self._take(is_chain))
        if self.is_baseline:  # unused, and the candidate is about to get the same inputs
            self._taken, self._written = [], []
            self.shared.wipe()
        with self.rpc.in_protocol():
            return seconds, list(self.rpc.ask({"ask": "say"})["outputs"])

    def _take(self, is_chain: bool = False) -> None:
        self._taken, self._written = [], []  # the last outputs, if nobody asked for them
        self._taken = [self.shared.take(call) for call in self._kept]
        if is_chain and not self._has_own_inputs:
            self._written = [self.shared.written(call) for call in self._kept]

    @property
    def _has_own_inputs(self) -> bool:
        """Whether the runner computes on a copy of the inputs: the driver refused to share device memory."""
        return self._reference.device == "cuda" and not self.on_device

    def _clocked(self, act) -> float:
        """Runs `act` and returns its seconds on a GPU. On a CPU the runner is stopped meanwhile. The result is then the time until it stands
        still: a thread inside a system call works on until that ends."""
        started = time.perf_counter()
        if self._reference.device == "cpu":
            self.rpc.stop()
            seconds = time.perf_counter() - started
            act()
            return seconds
        act()
        torch.cuda.synchronize()
        return time.perf_counter() - started

    def outputs(self, claimed: "list[dict]", sets: "list[list[torch.Tensor]]") -> "list[list[torch.Tensor]]":
        """Private copies of the outputs of the kept calls. `sets` are their inputs. Raises Failure if the candidate broke its contract."""
        untouched = self._vanished and self.shared.untouched(self._count)
        for at in range(self._count):
            with self.rpc.in_protocol(), self.rpc.in_confidence():
                check_contract(claimed[at], self._reference)
        for at, tensors in zip(self._kept, sets):
            if not (untouched if self._vanished else self.shared.kept(at, tensors, self._reference.written)):
                raise contract("the candidate changed its input tensors; write results into new tensors, as the reference does")
        taken, self._taken = self._taken, []  # the caller frees them
        return [self.shared.outputs(each) for each in taken]

    def written(self) -> "list[list[torch.Tensor]]":
        """Private copies of the inputs that the reference writes, as each kept call of the last chain left them. Empty lists if the oracle cannot
        see them."""
        found, self._written = self._written, []
        return found or [[] for _call in self._kept]

    def forward_outputs(self) -> "list[list[torch.Tensor]]":
        """Private copies of the outputs of the kept calls, which went forward alone. What was not handed over is NaN."""
        taken, self._taken = self._taken, []
        return [self.shared.outputs(each)[: self._reference.forward_outputs] for each in taken]

    def answered(self, inputs: "list[torch.Tensor]", keep: bool = False) -> "list[torch.Tensor]":
        """Makes one call on `inputs`. Returns its outputs. Raises Failure, Gone, and Rejected if memory is short.

        The runner frees its own outputs at once unless it shall `keep` them. The next call is then one message. All calls of a task look alike.
        """
        first = self._line_up([inputs])
        if self._is_free:
            self._write([inputs], late=False)
        else:
            self._put([inputs], first, keep=False, late=False)
        self._count, self._kept = 1, range(1)
        free = not (keep or self._reference.writes_inputs or self._reference.returns_views)  # to free outputs overwrites them
        self.shared.late.release()
        answer = self.rpc.ask({"ask": "call", "first": first, "sets": 1, "keep": False, "late": True, "give": 0, "free": free})
        if "outputs" not in answer:
            return self.outputs(self.give()[1], [inputs])[0]
        self._take()
        self._is_free = answer.get("freed") is True
        with self.rpc.in_protocol():
            claimed = list(answer["outputs"])
        return self.outputs(claimed, [inputs])[0]

    def expect_answer(self) -> None:
        """Raises Failure or Gone if the runner no longer answers, as one that has lost its device. Frees the outputs of the last call."""
        self.rpc.ask({"ask": "take", "first": 0, "keep": False})

    def effects(self, like: "list[torch.Tensor]") -> "list[torch.Tensor]":
        """The inputs and buffers that the reference writes (see `Reference.world`), as the last call left them. Shapes and dtypes as `like`."""
        return self.left(self._reference.written, self._reference.updated, like)

    def left(self, inputs: "list[int]", buffers: "list[str]", like: "list[torch.Tensor]") -> "list[torch.Tensor]":
        """These inputs and buffers, as the last call left them. Shapes and dtypes as `like`."""
        shapes = specs(like)
        buffer = HostBuffer(places(shapes)[1])
        try:
            message = {"inputs": inputs, "buffers": buffers, "specs": shapes, "bytes": buffer.size, "plain": self._reference.takes_copies}
            self.rpc.ask({"ask": "effects", **message}, (buffer.fd,))
            return [view.to(tensor.device, copy=True) for view, tensor in zip(views(buffer.bytes, shapes), like)]
        finally:
            release([buffer])

    def close(self) -> None:
        """Closes the channel, which ends the runner, and frees the buffers."""
        self.rpc.close()
        self.suspension.close()
        self._release()

    def _release(self) -> None:
        release(self._vacated())

    def _vacated(self) -> "list[HostBuffer]":
        """The shared memory of the buffers, which are no longer mapped. Empty if there are none, or if they lie on a device."""
        if not self.shared:
            return []
        found, self.shared = self.shared.vacate(), None
        self._chains.close()
        return found

    def _settle(self) -> None:
        """Waits for the device. Frees torch's cached memory if the runner could run short."""
        if self._reference.device == "cuda":
            torch.cuda.synchronize()
            free, total = torch.cuda.mem_get_info()
            if free < total / 4:
                torch.cuda.empty_cache()
