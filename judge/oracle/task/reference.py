"""The reference: loads a task file, draws its inputs from secret seeds, and runs it in eager PyTorch and in fp64.

It lives only in the oracle. Inputs and outputs are flat lists of tensors. A skeleton (`tensor_layout.pack`) describes the nest around them.
"""

import contextlib
import copy
from collections.abc import Callable, Iterable
from typing import Any

import torch

from judge.device.precision import tf32
from judge.oracle.numerics.tensors import rounded, same, secret_seed, set_seed
from judge.oracle.task import copied_states, distributions, names, parameters, states, steadiness, structure, task_file, upstream
from judge.oracle.task.arguments import declared, float_ranges, within
from judge.oracle.task.decisions import Decisions
from judge.oracle.task.disturbance import Disturbed, doubles
from judge.oracle.task.inputs import Inputs, laid_out, own_strides
from judge.oracle.task.kept import Kept, Room
from judge.oracle.task.operator_domain import UNSAFE, WRITES, Domain, Undefined
from judge.oracle.task.strays import CountsFromTheEnd, counts_from_the_end, indexes
from judge.oracle.task.task_code import asking, exceeds_device, lacks_memory
from judge.oracle.task.wide_casts import WideCasts
from judge.oracle.task.workloads import asking_of, rows_of
from judge.protocol.errors import Rejected
from judge.protocol.oracle_messages import Loading
from judge.wire.tensor_layout import pack, specs, unpack

_DTYPES = {"fp32": torch.float32, "tf32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}

_INDEX_LOOKS = 3  # draws of the task that tell whether places count from the end


class Reference:
    """A task on a device at a precision track. `decisions`: what was decided about it. Construction raises Rejected if the task is unusable."""

    def __init__(self, name: str, source: str, target: str, precision: str, decisions: "Decisions | None" = None):
        self.decisions = decisions or Decisions()
        self.device, self.dtype, self.eval = target, _DTYPES[precision], False
        self.seed, self.variations, self._ranges, self._keeps_doubles = secret_seed(), {}, {}, True
        self.structures: "list[structure.Structure | None]" = []  # of each input; none while the first draws are made
        self.kept = Kept(Room(target), self.draw)
        self._first: "tuple[list[list[int]], dict] | None" = None  # shapes and nest of arguments of the first draw: a task has one shape
        self._casts_wide = False  # whether casts to float32 give float64 in an fp64 call
        self.trains_in_steps = False  # whether an answer in training mode depends on buffers that each call changes
        self.numbers_vary = False  # whether draws differ in the Python numbers among the arguments
        self._on_cpu: "torch.nn.Module | None" = None  # a copy, once it is needed
        self.allows_tf32 = torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = precision == "tf32"
        self.module = task_file.load(name, source)
        self.upstream: "upstream.Sizes | None" = [] if upstream.is_asked(self.module) else None  # of a call that goes backward; None: forward alone
        self.rows = rows_of(name, self.module)  # the shapes that the task declares; the first one is its own
        self._given: "Callable[[], Any]" = self.rows[0].inputs if self.rows else self.module.get_inputs  # draws the arguments of one call
        with asking(f"{name} could not build its Model", target):
            torch.manual_seed(self.seed)
            self.init = list(getattr(self.module, "get_init_inputs", list)())
            torch.manual_seed(self.seed)
            self.model = self.module.Model(*self.init).to(self.device, self.dtype)
        self.differentiated = [] if self.upstream is None else upstream.parameters(self.model)  # parameters that get a gradient
        with asking_of(name, self.rows[0].name, target) if self.rows else asking(f"{name}: the reference failed on its own inputs", target):
            self._study()
            self.states = states.states_of(self)
            self.use(self.states[1])
            self.takes_copies = self.decisions.once("copied states", lambda: copied_states.takes_copies(self))  # instead of loads

    def _study(self) -> None:
        """Learns the outputs' structure, and whether the reference is random, writes its inputs, or returns views of them."""
        kept = {name: buffer.clone() for name, buffer in self.model.named_buffers()}
        self._keeps_doubles = self.decisions.once("float64 inputs", self._takes_doubles)
        self._go_backward()
        self._learn_structures()
        tensors = self.draw()
        arguments = names.of_arguments(self)
        self._ranges = float_ranges(tensors, arguments, declared(getattr(self.module, "valid", {}), names.of_parameters(self)))
        outputs, self.output_skeleton = self._called(self.model, tensors)
        if not outputs:
            raise _returns_nothing()
        if self.decisions.once("random", lambda: steadiness.varies(self, tensors, outputs, kept)):
            if self.upstream is not None:
                raise upstream.random_reference()
            self.trains_in_steps = self.decisions.once("steps", lambda: steadiness.takes_steps(self, tensors, kept))
            self.eval = True
            self.model.eval()
            if steadiness.differ(self.eager(tensors), self.eager(tensors)):
                raise steadiness.unsteady(self, tensors, kept)
        self.trains = self.model.training
        self._double = copy.deepcopy(self.model).double()
        self._casts_wide = self.decisions.once("wide casts", lambda: self._takes_wide_casts(tensors))
        self._learn_shape(tensors, outputs)

    def _go_backward(self) -> None:
        """From here on a call of this shape goes backward, if the task asks for gradients. Raises Rejected if it has none."""
        if self.upstream is not None:
            self.upstream = []
            tensors = self.draw()
            self.upstream = upstream.sizes(self.model, self.differentiated, tensors, self.arguments_of(tensors))
            self._first = None

    def _learn_structures(self) -> None:
        self.structures = self.decisions.once("structures", lambda: structure.structures_of(self.draw))

    def _learn_shape(self, tensors: Inputs, outputs: "list[torch.Tensor]") -> None:
        """Learns what depends on the shape of the inputs, from one call."""
        again = self.draw()
        with Domain() as own:
            steadiness.expect_sizes(outputs, self.eager(again))
        self._watched = own.seen - own.left  # a task whose own inputs have no defined answer has none to lose
        self._indexes = self.decisions.once("indexes", lambda: all(indexes(self.eager, self.draw()) for _look in range(_INDEX_LOOKS)))
        self.input_specs, self.output_specs = specs(tensors), specs(outputs)
        self.output_names = names.of_outputs(self)
        self.forward_outputs = len(outputs) - len(names.of_gradients(self))  # the further ones are gradients
        private = [tensor.clone() for tensor in tensors]
        before = {name: tensor.clone() for name, tensor in self.model.state_dict().items()}
        with torch.no_grad():
            raw = []
            pack(self.call(self.model, unpack(tensors.skeleton, private)), raw)
        self.written = [at for at, (one, other) in enumerate(zip(private, tensors)) if not same(one, other)]
        self.writes_inputs = bool(self.written)
        self.updated = [name for name, tensor in self.model.state_dict().items() if not same(tensor, before[name])]
        self.input_strides, self.input_shift = [own_strides(tensor) for tensor in tensors], 0
        ranges = [(tensor.data_ptr(), tensor.data_ptr() + tensor.numel() * tensor.element_size()) for tensor in private]
        self.output_strides: "list[list[int] | None]" = [list(output.stride()) for output in raw]  # None: any
        self.aliases = [any(low <= output.data_ptr() < high for low, high in ranges) for output in raw]
        own = {tensor.untyped_storage().data_ptr() for tensor in [*private, *self.model.state_dict().values()]}
        self.returns_views = any(output.untyped_storage().data_ptr() in own for output in raw)  # of inputs, parameters or buffers

    def view(self, name: str, inputs: "Callable[[], Any]") -> "Reference":
        """Another shape of this task, whose inputs `inputs` draws. It shares module, models, states and seed, so `use` and `set_mode` change both.

        Decisions about it are kept under `name`. Raises the reference's own error if it fails there, and Rejected if it returns no tensor.
        """
        found = copy.copy(self)
        found.decisions, found.variations = self.decisions.within(name), {}
        found.kept = self.kept.beside(found.draw)
        found._given, found._first, found.numbers_vary = inputs, None, False
        found._go_backward()
        found._learn_structures()
        tensors = found.draw()
        outputs, found.output_skeleton = found._called(found.model, tensors)
        if not outputs:
            raise _returns_nothing()
        found._learn_shape(tensors, outputs)
        found.use(found.states[1])  # the calls may have updated the buffers
        return found

    def _takes_doubles(self) -> bool:
        """Whether the task takes float64 inputs as such and answers in its own type, as with time stamps in seconds."""
        tensors = self.draw()
        if all(tensor.dtype != torch.float64 for tensor in tensors):
            return False
        try:
            return all(output.dtype != torch.float64 for output in self.eager(tensors))
        except Exception as error:
            self.take_refusal(error)
            return False

    def _takes_wide_casts(self, tensors: Inputs) -> bool:
        """Whether the reference casts to float32, and answers alike in an fp64 call without these casts. A bit pattern, for instance, needs them."""
        with WideCasts() as casts:
            wide = self._tried_in_fp64(tensors)
        if wide is None or not casts.met:
            return False
        plain = self._tried_in_fp64(tensors) or self.eager(tensors)
        return [one.shape for one in wide] == [other.shape for other in plain] and not steadiness.differ(plain, wide)

    def _tried_in_fp64(self, tensors: Inputs) -> "list[torch.Tensor] | None":
        """The fp64 outputs. None if the reference cannot compute them, or if memory is short. The buffers stay as they are."""
        try:
            with parameters.keeping_buffers(self._double):
                return self._in_fp64(tensors, doubles(tensors, None))
        except Exception as error:
            if not lacks_memory(error):
                self.take_refusal(error)
            return None

    def use(self, values: "dict[str, torch.Tensor]") -> None:
        """Loads one of `states` into the reference, in place."""
        parameters.load(self.model, values)
        parameters.load(self._double, values)

    @contextlib.contextmanager
    def holding(self, state: "dict[str, torch.Tensor] | None"):
        """Within it, the reference has this state, and afterwards the second one. None changes nothing."""
        if state is None:
            yield
            return
        self.use(state)
        try:
            yield
        finally:
            self.use(self.states[1])

    def loading(self) -> Loading:
        """How a runner loads its model."""
        return {"seed": self.seed, "dtype": str(self.dtype)[6:], "eval": self.eval, "gradients": None if self.upstream is None else self.differentiated}

    def set_mode(self, train: bool) -> None:
        """Switches the reference to training mode (`train`) or to eval mode."""
        self.model.train(train)
        self._double.train(train)

    def draw(self, seed: "int | None" = None, distribution: str = distributions.SHIPPED) -> Inputs:
        """Draws inputs. Equal arguments give equal inputs. The default seed is a new secret one.

        `distribution` is one of `distributions` or a name in `variations`. Raises Rejected if get_inputs returns unusable values.
        """
        set_seed(secret_seed() if seed is None else seed, self.device)
        drawn: list = []
        try:
            with _on(self.device):
                given = self._arguments()
        except (RuntimeError, TypeError):  # a task that insists on the CPU
            if self.device == "cpu":
                raise
            given = self._arguments()
        try:
            self.input_skeleton = pack(given, drawn)
        except TypeError as error:
            raise Rejected(f"get_inputs returns {error}", "return tensors, numbers, strings, None, or lists and dicts of them") from error
        self._compare_with_first([list(tensor.shape) for tensor in drawn], self.input_skeleton)
        if distribution in self.variations:
            found = self.variations[distribution](Inputs([self._placed(tensor.detach()) for tensor in drawn], self.input_skeleton))
            return within(self._ranges, found.with_tensors([laid_out(tensor, own_strides(like)) for tensor, like in zip(found, drawn)]))
        own = self.structures or [None] * len(drawn)
        return within(self._ranges, Inputs([self._placed(tensor.detach(), distribution, each) for tensor, each in zip(drawn, own)], self.input_skeleton))

    def _arguments(self) -> list:
        """Draws the arguments of one call: those of forward, then the upstream gradients if it goes backward."""
        given = self._given()
        if not isinstance(given, (list, tuple)):
            raise Rejected("get_inputs returns no list", "return a list with the arguments of Model.forward")
        return list(given) if self.upstream is None else [*given, upstream.drawn(self.upstream)]

    def decoys(self, distribution: str) -> "list[torch.Tensor]":
        """Draws upstream gradients alone, as `draw` does. It goes on in the stream of random numbers, which a secret seed began."""
        with _on(self.device):
            drawn = upstream.drawn(self.upstream or [])
        return [self._placed(each, distribution) for each in drawn if each is not None]

    def arguments_of(self, tensors: "list[torch.Tensor]") -> Any:
        """The nest of arguments with these tensors, which are not copied."""
        return unpack(self._skeleton(tensors), tensors)

    def call(self, model: torch.nn.Module, arguments: Any) -> Any:
        """What a call of an instance of the model returns: the result of forward, or outputs and gradients (see `judge.wire.gradients`)."""
        return model(*arguments) if self.upstream is None else upstream.call(model, self.differentiated, arguments)

    def _compare_with_first(self, shapes: "list[list[int]]", skeleton: dict) -> None:
        """Learns whether draws differ in Python numbers. Raises Rejected if get_inputs draws other shapes than at first."""
        first, before = self._first = self._first or (shapes, skeleton)
        if shapes != first:
            reason = f"the inputs have another shape each time: {first}, then {shapes}"
            raise Rejected(reason, "let get_inputs draw one shape, and declare further ones with get_workloads, as in docs/capture.md")
        self.numbers_vary = self.numbers_vary or skeleton != before

    def _placed(self, tensor: torch.Tensor, distribution: str = distributions.SHIPPED, own: "structure.Structure | None" = None) -> torch.Tensor:
        strides = own_strides(tensor)
        if tensor.is_floating_point():
            dtype = tensor.dtype if tensor.dtype == torch.float64 and self._keeps_doubles else self.dtype
            found = distributions.changed(distribution, tensor.to(self.device, dtype).contiguous(), own)
        else:
            found = tensor.to(self.device)
        return laid_out(found, strides)

    def eager(self, tensors: "list[torch.Tensor]") -> "list[torch.Tensor]":
        """The outputs of the shipped model, at the track's precision. Does not change the inputs."""
        return self._called(self.model, tensors)[0]

    def expect_defined(self, tensors: "list[torch.Tensor]") -> None:
        """Raises Undefined if PyTorch defines no answer for these inputs under the present state, although it does for the task's own."""
        if not self._watched:
            return
        with Domain(self._watched) as found:
            usual = self._seen(tensors)
        left = found.left & self._watched
        if left and left <= WRITES:  # places that hold now one value, now another, do not matter if no answer depends on them
            with Domain(self._watched, spoils=True):
                left = left if not all(map(same, usual, self._seen(tensors))) else set()
        if left:
            raise Undefined(f"PyTorch defines no answer of {', '.join(sorted(left))} for these inputs")

    def expect_inside(self, tensors: Inputs) -> None:
        """Raises CountsFromTheEnd if a place does so for these inputs, although none does for the task's own: it means something else."""
        if self._indexes and counts_from_the_end(self._seen, tensors):
            raise CountsFromTheEnd

    def _seen(self, tensors: "list[torch.Tensor]") -> "list[torch.Tensor]":
        """All that a caller sees of a call: outputs, and what it leaves behind if it leaves anything."""
        return self.world(tensors) if self.written or self.updated else self.eager(tensors)

    def in_training(self, sequence: "list[Inputs]", state: "dict[str, torch.Tensor]", exact: bool, disturbed: Disturbed = None) -> "list[torch.Tensor]":
        """The outputs of calls in training mode, one after the other, from this state on, then the buffers as they leave them. In fp64 if `exact`,
        with inputs that are `disturbed` as in `exact`. Raises the error of a reference that cannot do this."""
        outputs: "list[torch.Tensor]" = []
        self.set_mode(True)
        try:
            left = self.left_by(sequence, state, parameters.buffers(self.model), exact, disturbed, outputs)
            return [*outputs, *left]
        finally:
            self.set_mode(self.trains)

    def left_by(self, sequence: "Iterable[Inputs]", state: "dict[str, torch.Tensor]", names: "list[str]", exact: bool, disturbed: Disturbed = None, outputs: "list[torch.Tensor] | None" = None) -> "list[torch.Tensor]":
        """The named parameters and buffers, as calls leave them that come one after the other from this state on. Adds what the calls give to
        `outputs`, if there is such a list. The other arguments and the errors are as in `in_training`."""
        self.use(state)
        try:
            for tensors in sequence:
                found = self._in_fp64(tensors, doubles(tensors, disturbed)) if exact else self.eager(tensors)
                if outputs is not None:
                    outputs += [output.clone() for output in found]  # later calls can change a buffer that is given out
            left = (self._double if exact else self.model).state_dict()
            return [left[name].clone() for name in names]
        finally:
            self.use(self.states[1])

    def outputs_of(self, model: torch.nn.Module, tensors: "list[torch.Tensor]") -> "list[torch.Tensor]":
        """The outputs of another instance of the model, under the current flags. Does not change the inputs."""
        return self._called(model, tensors)[0]

    def _called(self, model: torch.nn.Module, tensors: "list[torch.Tensor]") -> "tuple[list[torch.Tensor], dict]":
        outputs: list = []
        with torch.no_grad():
            skeleton = pack(self.call(model, unpack(self._skeleton(tensors), [tensor.clone() for tensor in tensors])), outputs)
        return [output.detach().contiguous() for output in outputs], skeleton

    def _skeleton(self, tensors: "list[torch.Tensor]") -> dict:
        return getattr(tensors, "skeleton", self.input_skeleton)

    def exact(self, tensors: "list[torch.Tensor]", disturbed: Disturbed = None) -> "list[torch.Tensor]":
        """The outputs in fp64. With `disturbed`, the inputs change by about one rounding to fp32, or hardly: only an exact tie shows it.

        A reference that cannot run in fp64 runs at the track's precision without TF32.
        """
        try:
            return self._in_fp64(tensors, doubles(tensors, disturbed))
        except RuntimeError as error:
            if lacks_memory(error):
                raise
            self.take_refusal(error)
            with tf32(products=False, convolutions=False):
                return [output.detach() for output in self.eager(tensors)]

    def _in_fp64(self, tensors: "list[torch.Tensor]", passed: "list[torch.Tensor]") -> "list[torch.Tensor]":
        """The fp64 outputs for `passed`. The reference may write them."""
        outputs: list = []
        torch.set_default_dtype(torch.float64)  # for tensors that forward itself creates
        try:
            with torch.no_grad(), WideCasts() if self._casts_wide else contextlib.nullcontext():
                pack(self.call(self._double, unpack(self._skeleton(tensors), passed)), outputs)
        finally:
            torch.set_default_dtype(torch.float32)
        return [output.detach() for output in outputs]

    def world(self, tensors: "list[torch.Tensor]") -> "list[torch.Tensor]":
        """The outputs of eager, then the inputs that it writes and the buffers that it updates, as the call leaves them. Restores the buffers."""

        def act(passed: "list[torch.Tensor]") -> "list[torch.Tensor]":
            outputs: list = []
            with torch.no_grad():
                pack(self.call(self.model, unpack(self._skeleton(tensors), passed)), outputs)
            return [output.detach().contiguous() for output in outputs]

        return self._with_effects(self.model, [tensor.clone() for tensor in tensors], act)

    def exact_world(self, tensors: "list[torch.Tensor]", disturbed: Disturbed = None) -> "list[torch.Tensor]":
        """Like `world`, as `exact` computes it."""
        try:
            return self._with_effects(self._double, doubles(tensors, disturbed), lambda passed: self._in_fp64(tensors, passed))
        except RuntimeError as error:
            if lacks_memory(error):
                raise
            self.take_refusal(error)
            with tf32(products=False, convolutions=False):
                return self.world(tensors)

    def _with_effects(self, model: torch.nn.Module, passed: "list[torch.Tensor]", act: "Callable[[list[torch.Tensor]], list[torch.Tensor]]") -> "list[torch.Tensor]":
        before = {name: model.state_dict()[name].clone() for name in self.updated}
        try:
            outputs = act(passed)
            return outputs + [passed[at] for at in self.written] + [model.state_dict()[name].clone() for name in self.updated]
        finally:
            model.load_state_dict(before, strict=False)

    @property
    def layout(self) -> "tuple[list[list[int] | None], int]":
        """The strides of the inputs, and the elements between an aligned address and each of them."""
        return self.input_strides, self.input_shift

    @contextlib.contextmanager
    def rearranged(self, strides: "list[list[int] | None]", shift: int):
        """Within it, untimed calls of runners get inputs with these strides, `shift` elements behind an aligned address.

        Outputs may then have any strides.
        """
        kept = self.input_strides, self.input_shift, self.output_strides
        anything: "list[list[int] | None]" = [None for _output in self.output_specs]
        self.input_strides, self.input_shift, self.output_strides = strides, shift, anything
        try:
            yield
        finally:
            self.input_strides, self.input_shift, self.output_strides = kept

    def is_gradient(self, at: int) -> bool:
        """Whether the tensor at that place of what a call gives is a gradient. What a call leaves behind follows after these."""
        return self.forward_outputs <= at < len(self.output_specs)

    def accepts_on_cpu(self, tensors: "list[torch.Tensor]") -> bool:
        """Whether the reference runs on these inputs on the CPU, in fp32. There an index out of range raises; on a GPU it kills the process."""
        if self.device == "cpu":
            return True  # the caller's own run shows it
        model = self._on_cpu = self._on_cpu or copy.deepcopy(self.model).to("cpu", torch.float32)
        parameters.load(model, self.model.state_dict())
        model.train(self.model.training)
        passed = [tensor.to("cpu", torch.float32) if tensor.dtype == self.dtype else tensor.cpu() for tensor in tensors]
        try:
            with torch.no_grad(), Domain(UNSAFE):
                self.call(model, unpack(self._skeleton(tensors), passed))
            return True
        except Exception:
            return False

    def take_refusal(self, error: Exception) -> None:
        """Returns if the reference refuses its inputs by `error`, as where a size among them asks for more than the whole memory of the device.
        Raises it if memory is short.

        Ends this process if the device is dead, as after an index out of range on a GPU: any later answer would be wrong. The server then
        starts another oracle, which leaves out what killed this one.
        """
        if lacks_memory(error) and not exceeds_device(error, self.device):
            raise error
        if self.device == "cpu":
            return
        try:
            torch.ones(1, device=self.device).add_(1).item()
        except RuntimeError as dead:
            raise SystemExit(f"the device is dead: {dead}") from error

    def imprecise(self, tensors: "list[torch.Tensor]", mantissa_bits: int) -> "list[torch.Tensor]":
        """Like `exact`, with inputs and parameters rounded to `mantissa_bits`. A real run at that precision has at least this error.

        The rounded inputs take the places of `tensors`.
        """
        lower = {name: rounded(tensor, mantissa_bits) for name, tensor in self.model.state_dict().items()}
        parameters.load(self._double, lower)
        try:
            for at, tensor in enumerate(tensors):
                tensors[at] = tensor = rounded(tensor, mantissa_bits)
            return self.exact(tensors)
        finally:
            parameters.load(self._double, self.model.state_dict())


def _returns_nothing() -> Rejected:
    return Rejected("the reference returns no tensor", "let Model.forward return its result")


def _on(device: str):
    """A context in which torch creates tensors on the device. Drawing gigabytes on the CPU takes seconds."""
    return torch.device(device) if device == "cuda" else contextlib.nullcontext()
