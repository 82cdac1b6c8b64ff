"""A recorded call of a whole model. It can be repeated after the script."""

import contextlib
import copy
import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import torch

from judge.capture.arguments import Unsupported, Value, copied


class WholeCall:
    """A recorded call of a script's model: the module, copies of its arguments, and the modes that held."""

    def __init__(self, module: torch.nn.Module, args: tuple, kwargs: dict):
        self.module, self.training = module, module.training
        self.args, self.kwargs = copied(args), copied(kwargs)
        self.grad, self._inference = torch.is_grad_enabled(), torch.is_inference_mode_enabled()
        self._autocast = [(kind, torch.get_autocast_dtype(kind)) for kind in ("cuda", "cpu") if torch.is_autocast_enabled(kind)]

    def __call__(self, run: "Callable[..., Any] | None" = None) -> Any:
        """Calls the module, or `run` in its place, in the same modes and with these arguments."""
        with contextlib.ExitStack() as stack:
            stack.enter_context(torch.inference_mode() if self._inference else torch.set_grad_enabled(self.grad))
            for kind, dtype in self._autocast:
                stack.enter_context(torch.autocast(kind, dtype=dtype))
            return (self.module if run is None else run)(*self.args, **self.kwargs)

    def shuffled(self, seed: int) -> "WholeCall":
        """The same call with the elements of each argument in another order. Masks stay as they are."""
        generator = torch.Generator().manual_seed(seed)

        def moved(tensor: torch.Tensor) -> torch.Tensor:
            if tensor.dtype == torch.bool:
                return tensor
            order = torch.randperm(tensor.numel(), generator=generator).to(tensor.device)
            return torch.empty_like(tensor).copy_(tensor.flatten()[order].view(tensor.shape))

        return self._with(self.module, moved)

    def anew(self, module: torch.nn.Module) -> "WholeCall":
        """The same call of another module, with copies of its arguments. Floats need gradients if autograd was on."""
        return self._with(module, lambda tensor: tensor.clone().requires_grad_(self.grad and tensor.is_floating_point()))

    def in_float64(self) -> "WholeCall":
        """The same call of a copy of the module in float64, without autocast."""
        made = self._with(copy.deepcopy(self.module).double(), lambda tensor: tensor.double() if tensor.is_floating_point() else tensor)
        made._autocast = []
        return made

    def _with(self, module: torch.nn.Module, change: "Callable[[torch.Tensor], torch.Tensor]") -> "WholeCall":
        made = copy.copy(self)
        made.module, made.args, made.kwargs = module, _mapped(self.args, change), _mapped(self.kwargs, change)
        return made


def _mapped(value: Any, change: "Callable[[torch.Tensor], torch.Tensor]") -> Any:
    """The nest with each tensor changed."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, (list, tuple)):
        items = [_mapped(item, change) for item in value]
        return items if isinstance(value, list) else tuple(items)
    return {key: _mapped(item, change) for key, item in value.items()} if isinstance(value, dict) else value


def needs_gradients(module: torch.nn.Module) -> bool:
    """Whether autograd records a call of the module now."""
    return torch.is_grad_enabled() and any(each.requires_grad for each in module.parameters())


def signature(module: torch.nn.Module, args: tuple, kwargs: dict) -> Any:
    """Equal for calls of one kind: the same shapes, dtypes and modes."""
    try:
        form = Value.of((list(args), kwargs)).signature
    except Unsupported as object_given:
        form = str(object_given)
    return (form, *modes_of(module))


def modes_of(module: torch.nn.Module) -> "tuple[bool, bool, bool]":
    """The modes of a call of the module now: training, gradients and inference."""
    return (module.training, needs_gradients(module), torch.is_inference_mode_enabled())


def tensors_in(value: Any) -> "Iterator[torch.Tensor]":
    """The tensors of an output: of a nest, or of a dataclass."""
    if isinstance(value, torch.Tensor):
        yield value
        return
    fields = vars(value) if dataclasses.is_dataclass(value) and not isinstance(value, (dict, type)) else value
    nested = fields.values() if isinstance(fields, dict) else fields if isinstance(fields, (list, tuple)) else ()
    for item in nested:
        yield from tensors_in(item)
