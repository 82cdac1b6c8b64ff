"""A task with gradients (`backward = True`): the secret upstream gradients of its calls, and the parameters that get a gradient."""

from types import ModuleType
from typing import Any

import torch

from judge.protocol.errors import Rejected
from judge.wire.gradients import Differentiated, differentiable

NAME = "upstream gradients"  # of the last argument of a call
_NO_GRADIENTS = "or leave out backward = True, so that the judge checks and times forward alone"
Sizes = list["list[int] | None"]  # of each tensor that forward returns; None for one without gradient


def is_asked(module: ModuleType) -> bool:
    """Whether the task asks for gradients. Raises Rejected if `backward` is another value than True or False. A function of that name asks for nothing."""
    asked = getattr(module, "backward", False)
    if not isinstance(asked, bool) and not callable(asked):
        raise Rejected(f"the task sets backward = {asked!r}", "write backward = True for a task that is judged forward and backward, or leave it out")
    return asked is True


def parameters(model: torch.nn.Module) -> "list[str]":
    """The names of the parameters that get a gradient, in order."""
    return [name for name, each in model.named_parameters() if each.requires_grad and each.is_floating_point()]


def call(model: torch.nn.Module, names: "list[str]", arguments: Any) -> Any:
    """A call of the model forward and backward, with the gradients of the parameters `names`."""
    own = dict(model.named_parameters())
    return Differentiated(model, {name: own[name] for name in names})(*arguments)


def sizes(model: torch.nn.Module, names: "list[str]", tensors: "list[torch.Tensor]", arguments: Any) -> Sizes:
    """The sizes of the upstream gradients of a call. Raises Rejected if no output, or no input and no parameter, can have a gradient."""
    if not names and not any(tensor.is_floating_point() for tensor in tensors):
        raise Rejected(
            "the task sets backward = True, but no input is a float tensor and Model has no parameter that requires a gradient: nothing can have a gradient",
            f"give Model a float input or a parameter, {_NO_GRADIENTS}",
        )
    found = differentiable(model, arguments)
    if not any(size is not None for size in found):
        raise Rejected(
            "the task sets backward = True, but no output of Model.forward has a gradient: it is no float tensor, or detached from inputs and parameters",
            f"return a float tensor that depends on them, without no_grad, detach or .data on the way, {_NO_GRADIENTS}",
        )
    return found


def drawn(wanted: Sizes) -> "list[torch.Tensor | None]":
    """Upstream gradients of these sizes: normal values. Uses torch's global generator."""
    return [None if size is None else torch.randn(size) for size in wanted]


def random_reference() -> Rejected:
    """The reason to reject a reference whose calls differ: the judge cannot know the random numbers of a gradient."""
    reason = "the task sets backward = True, but Model is random in training mode, such as by dropout: two calls have different gradients, and the judge compares gradients"
    return Rejected(reason, f"let Model call self.eval() at the end of __init__, {_NO_GRADIENTS}")


def count(wanted: "Sizes | None") -> int:
    """The number of upstream gradients: the last ones of the tensors of a call."""
    return sum(size is not None for size in wanted or [])
