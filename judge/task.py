"""The reference: loads a task file, draws its inputs from secret seeds, runs it in eager PyTorch and in fp64.

Lives only in the oracle. Tensors go in and come out as flat lists; the nest around them is a skeleton (see layout.pack).
"""

import contextlib
import copy
import inspect

import torch

from . import distributions, state, task_file
from .asking import asking
from .errors import Rejected
from .layout import pack, specs, unpack
from .tensors import finite, rounded, same, secret_seed
from .tf32 import tf32

_DTYPES = {"fp32": torch.float32, "tf32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}
_RANDOM = 1e-3  # two runs that differ by more than this share of the output's RMS are not rounding


class Reference:
    """A task on a device at a precision. Construction raises Rejected where the task cannot be used."""

    def __init__(self, name: str, source: str, target: str, precision: str):
        self.device, self.dtype, self.eval = target, _DTYPES[precision], False
        self.seed = secret_seed()
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = precision == "tf32"
        self.module = task_file.load(name, source)
        with asking(f"{name} could not build its Model", target):
            torch.manual_seed(self.seed)
            self.init = list(getattr(self.module, "get_init_inputs", list)())
            torch.manual_seed(self.seed)
            self.model = self.module.Model(*self.init).to(self.device, self.dtype)
        with asking(f"{name}: the reference failed on its own inputs", target):
            self._study()
            self._vary()

    def _study(self) -> None:
        """Learns the outputs' structure, and whether the reference is random, writes into its inputs or returns them."""
        tensors = self.draw()
        outputs, self.output_skeleton = self._called(self.model, tensors)
        if not outputs:
            raise Rejected("the reference returns no tensor", "let Model.forward return its result")
        if _differ(outputs, self.eager(tensors)):
            self.eval = True
            self.model.eval()
            if _differ(self.eager(tensors), self.eager(tensors)):
                reason = "the reference gives different outputs for the same input, even in eval mode"
                raise Rejected(reason, "remove the randomness, or the state that Model keeps between calls")
        self._double = copy.deepcopy(self.model).double()
        self.input_specs, self.output_specs = specs(tensors), specs(outputs)
        private = [tensor.clone() for tensor in tensors]
        with torch.no_grad():
            raw = []
            pack(self.model(*unpack(self.input_skeleton, private)), raw)
        self.writes_inputs = not all(same(one, other) for one, other in zip(private, tensors))
        ranges = [(tensor.data_ptr(), tensor.data_ptr() + tensor.numel() * tensor.element_size()) for tensor in private]
        self.output_strides = [list(output.stride()) for output in raw]
        self.aliases = [any(low <= output.data_ptr() < high for low, high in ranges) for output in raw]

    def _vary(self) -> None:
        """Gives the model parameters that no candidate can guess, unless it cannot work with them."""
        shipped = {name: tensor.clone() for name, tensor in self.model.state_dict().items()}
        torch.manual_seed(secret_seed())
        self.states = [state.first_state(self.model)]
        self.states.append(state.second_state(self.model, self.states[0]))
        for each in self.states:
            self.use(each)
            if not finite(self.eager(self.draw())):
                self.states = [shipped, shipped]
                break
        self.use(self.states[1])

    def use(self, values: "dict[str, torch.Tensor]") -> None:
        """Loads one of `states` into the reference, in place."""
        state.load(self.model, values)
        state.load(self._double, values)

    def draw(self, seed: "int | None" = None, distribution: str = distributions.SHIPPED) -> "list[torch.Tensor]":
        """Inputs from a seed, a new secret one by default; equal arguments give equal inputs."""
        torch.manual_seed(secret_seed() if seed is None else seed)
        drawn: list = []
        try:
            with _on(self.device):
                given = self.module.get_inputs()
        except (RuntimeError, TypeError):  # a task that insists on the CPU
            if self.device == "cpu":
                raise
            given = self.module.get_inputs()
        if not isinstance(given, (list, tuple)):
            raise Rejected("get_inputs returns no list", "return a list with the arguments of Model.forward")
        try:
            self.input_skeleton = pack(list(given), drawn)
        except TypeError as error:
            raise Rejected(f"get_inputs returns {error}", "return tensors, numbers, strings, None, or lists and dicts of them") from error
        return [self._placed(tensor.detach(), distribution) for tensor in drawn]

    def _placed(self, tensor: torch.Tensor, distribution: str) -> torch.Tensor:
        if tensor.is_floating_point():
            return distributions.changed(distribution, tensor.to(self.device, self.dtype).contiguous())
        return tensor.to(self.device).contiguous()

    def eager(self, tensors: "list[torch.Tensor]") -> "list[torch.Tensor]":
        """The outputs of the reference as shipped, at the track's precision. The inputs are left as they are."""
        return self._called(self.model, tensors)[0]

    def outputs_of(self, model: torch.nn.Module, tensors: "list[torch.Tensor]") -> "list[torch.Tensor]":
        """The outputs of another model of the same kind, under the flags that hold. The inputs are left as they are."""
        return self._called(model, tensors)[0]

    def _called(self, model: torch.nn.Module, tensors: "list[torch.Tensor]") -> "tuple[list[torch.Tensor], dict]":
        outputs: list = []
        with torch.no_grad():
            skeleton = pack(model(*unpack(self.input_skeleton, [tensor.clone() for tensor in tensors])), outputs)
        return [output.detach().contiguous() for output in outputs], skeleton

    def exact(self, tensors: "list[torch.Tensor]") -> "list[torch.Tensor]":
        """The outputs in fp64. A reference that cannot run in fp64 stands in for itself, without TF32."""
        doubles = [tensor.double() if tensor.is_floating_point() else tensor.clone() for tensor in tensors]
        outputs: list = []
        torch.set_default_dtype(torch.float64)  # for tensors that forward itself creates
        try:
            with torch.no_grad():
                pack(self._double(*unpack(self.input_skeleton, doubles)), outputs)
        except RuntimeError as error:
            if "out of memory" in str(error) or "allocate" in str(error):
                raise
            torch.set_default_dtype(torch.float32)
            with tf32(products=False, convolutions=False):
                outputs = self.eager(tensors)
        finally:
            torch.set_default_dtype(torch.float32)
        return [output.detach() for output in outputs]

    def imprecise(self, tensors: "list[torch.Tensor]", mantissa_bits: int) -> "list[torch.Tensor]":
        """`exact`, but with inputs and parameters rounded to so many bits: the least that lower precision would spoil."""
        lower = {name: rounded(tensor, mantissa_bits) for name, tensor in self.model.state_dict().items()}
        state.load(self._double, lower)
        try:
            return self.exact([rounded(tensor, mantissa_bits) for tensor in tensors])
        finally:
            state.load(self._double, self.model.state_dict())

    def input_names(self) -> "list[str]":
        """Model.forward's own names for the inputs, where each input is one tensor."""
        names = list(inspect.signature(self.model.forward).parameters)
        items = self.input_skeleton["list"]
        tensors = [(name, item) for name, item in zip(names, items) if "tensor" in item]
        if len(names) >= len(items) and len(tensors) == len(self.input_specs):
            return [name for name, _item in tensors]
        return [f"input{at}" for at in range(len(self.input_specs))]


def _differ(one: "list[torch.Tensor]", other: "list[torch.Tensor]") -> bool:
    for left, right in zip(one, other):
        left, right = left.double(), right.double()
        spread = (left - right).nan_to_num(0, 0, 0).square().mean().sqrt()
        if spread > _RANDOM * left.nan_to_num(0, 0, 0).square().mean().sqrt():
            return True
    return False


def _on(device: str):
    """Draws on the GPU where torch can be told to: inputs of gigabytes take seconds to draw on the CPU."""
    return torch.device(device) if device == "cuda" else contextlib.nullcontext()
