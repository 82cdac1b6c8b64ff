"""The form of a task: its tensors, its output, and the operators that the reference runs. A library call must fit it.

Numbers of a call, such as a dimension or an epsilon, come from the arguments of these operators.
"""

import keyword
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch.utils._pytree import tree_leaves, tree_map

from judge.oracle.task import upstream
from judge.oracle.task.operator_trace import OperatorTrace
from judge.oracle.task.reference import Reference
from judge.wire.gradients import OUTPUTS

_SELECTS = ("select", "slice")  # views whose arguments after the tensor and the dimension are places
_FREE = ("_unsafe_view", "empty", "empty_like", "empty_strided", "new_empty")  # operators without a kernel, beside views


class Ran(NamedTuple):
    """One operator, without the prefix `aten::`, and its arguments. The shape stands for each tensor: a kept tensor would hold its memory."""

    operator: str
    args: "tuple[Any, ...]"


class Operand(NamedTuple):
    """A tensor that a call may take. `text`: its expression in `ModelNew.forward`."""

    text: str
    shape: "list[int]"
    dtype: str


class Form(NamedTuple):
    """`inputs`: of forward, in order. `held`: parameters and buffers, in the order of the state. `shape`: of the only output. `ran`: without views.

    `floats`: the numbers of `ran`. `integers`: those of all operators, without the places that a view selects.
    """

    inputs: "list[Operand]"
    held: "list[Operand]"
    shape: "list[int]"
    ran: "list[Ran]"
    floats: "list[float]"
    integers: "list[int]"

    @property
    def operators(self) -> "set[str]":
        return {each.operator.rstrip("_") for each in self.ran}

    @property
    def dimensions(self) -> "list[int]":
        """The dimensions of the first input that some operator of the reference names, the last one first."""
        rank = len(self.inputs[0].shape)
        return [at for at in reversed(range(rank)) if at in self.integers or at - rank in self.integers]

    @property
    def epsilons(self) -> "list[float]":
        """The small numbers of the reference, and zero."""
        return [*(each for each in self.floats if 0 < each <= 0.01), 0.0]

    @property
    def reductions(self) -> "tuple[str, ...]":
        """The reductions of a loss that give an output of this shape."""
        return ("none",) if self.shape else ("mean", "sum")


class _Trace(OperatorTrace):
    """While it is entered, it collects the operators with a kernel."""

    def __init__(self) -> None:
        super().__init__()
        self.found: "list[Ran]" = []
        self.floats: "dict[float, None]" = {}  # in order
        self.integers: "dict[int, None]" = {}

    def ran(self, func: Any, args: tuple, kwargs: "dict[str, Any]", out: Any) -> None:
        name = func._schema.name.rpartition("::")[2]
        numbers = [each for each in tree_leaves((args[:2] if name in _SELECTS else args, kwargs)) if type(each) in (int, float)]
        self.integers |= dict.fromkeys(each for each in numbers if type(each) is int)
        views = any(each.alias_info is not None and not each.alias_info.is_write for each in func._schema.returns)
        if not views and name not in _FREE:
            self.floats |= dict.fromkeys(map(float, numbers))
            self.found.append(Ran(name, tree_map(_without_values, args)))


def _without_values(argument: Any) -> Any:
    return list(argument.shape) if isinstance(argument, torch.Tensor) else argument


def traced(reference: Reference, model: torch.nn.Module, inputs: "list[torch.Tensor]") -> _Trace:
    """The operators of one call of a model. A task with gradients also runs those of the backward pass."""
    arguments = reference.arguments_of(inputs)
    with torch.no_grad(), _Trace() as found:
        reference.call(model, arguments)
    return found


def form_of(reference: Reference, inputs: "list[torch.Tensor]") -> "Form | None":
    """The form of a task, by a call on these inputs. None for a task that is random, leaves something behind, or takes or gives other than plain tensors."""
    if reference.eval or reference.written or reference.updated or any(reference.aliases):
        return None
    output = reference.output_skeleton if reference.upstream is None else reference.output_skeleton["dict"][OUTPUTS]
    items = reference.input_skeleton["list"][: None if reference.upstream is None else -1]
    count = len(reference.input_specs) - upstream.count(reference.upstream)
    if output != {"tensor": 0} or not items or items != [{"tensor": at} for at in range(count)]:
        return None
    given = [Operand(f"x{at}", shape, dtype) for at, (shape, dtype) in enumerate(reference.input_specs[:count])]
    state = reference.model.state_dict()
    held = [Operand(_place_of(name), list(tensor.shape), str(tensor.dtype)[6:]) for name, tensor in state.items() if tensor.dim() or tensor.is_floating_point()]
    found = traced(reference, reference.model, inputs)
    return Form(given, held, reference.output_specs[0][0], found.found, [each for each in found.floats if abs(each) < float("inf")], list(found.integers))


def _place_of(name: str) -> str:
    """The expression of a parameter or buffer in `ModelNew.forward`."""
    *path, last = name.split(".")
    inside = "self" + "".join(f".{part}" if part.isidentifier() and not keyword.iskeyword(part) else f"._modules[{part!r}]" for part in path)
    return f"{inside}.{last}" if last.isidentifier() and not keyword.iskeyword(last) else f"getattr({inside}, {last!r})"


_PROGRAM = """import torch, torch.nn as nn, torch.nn.functional as F
{setup}

def put(module, name, tensor):
    *path, last = name.split(".")
    for part in path:
        if part not in module._modules:
            module.add_module(part, nn.Module())
        module = module._modules[part]
    if isinstance(tensor, nn.Parameter):
        module.register_parameter(last, tensor)
    else:
        module.register_buffer(last, tensor)


class ModelNew(nn.Module):
    def __init__(self, *_arguments):
        super().__init__()
{state}
    def forward(self, {names}):
        return {call}
"""


def program(reference: Reference, form: Form, call: str, setup: str = "") -> str:
    """The source of a `ModelNew` that returns `call`. It has the state of the reference, under the same names. `setup`: lines of the module."""
    parameters = dict(reference.model.named_parameters(remove_duplicate=False))
    lines = []
    for name, tensor in reference.model.state_dict().items():
        made = f"torch.zeros({list(tensor.shape)}, dtype={tensor.dtype})"
        own = parameters.get(name)
        lines.append(f"        put(self, {name!r}, {made if own is None else f'nn.Parameter({made}, {own.requires_grad})'})\n")
    return _PROGRAM.format(setup=setup, state="".join(lines), names=", ".join(each.text for each in form.inputs), call=call)


def loaded(reference: Reference, source: str) -> torch.nn.Module:
    """The `ModelNew` of a source of `program`, on the task's device and in its dtype."""
    names: "dict[str, Any]" = {}
    exec(compile(source, "<library call>", "exec"), names)
    make: "Callable[..., torch.nn.Module]" = names["ModelNew"]
    return make(*reference.init).to(reference.device, reference.dtype)
