"""Readable names for what a call of the reference takes, gives and leaves behind."""

import inspect
from typing import TYPE_CHECKING

from judge.oracle.task import upstream
from judge.wire.gradients import OF_INPUTS, OF_PARAMETERS

if TYPE_CHECKING:
    from judge.oracle.task.reference import Reference


def of_parameters(reference: "Reference") -> "list[str]":
    """The names of Model.forward's parameters."""
    return list(inspect.signature(reference.model.forward).parameters)


def of_arguments(reference: "Reference") -> "list[str]":
    """The names of Model.forward's parameters. In a call that goes backward, those of its arguments."""
    found = of_parameters(reference)
    return found if reference.upstream is None else [*found[: len(reference.input_skeleton["list"]) - 1], upstream.NAME]


def of_inputs(reference: "Reference") -> "list[str]":
    """Model.forward's parameter names if each input is one tensor; otherwise input0, input1, … Then the upstream gradients."""
    arguments, items = of_arguments(reference), reference.input_skeleton["list"]
    count = upstream.count(reference.upstream)
    own = len(reference.input_specs) - count
    tensors = [name for name, item in zip(arguments, items) if "tensor" in item]
    found = tensors if len(arguments) >= len(items) and len(tensors) == own else [f"input{at}" for at in range(own)]
    return found + (["upstream gradient"] if count == 1 else [f"upstream gradient {at}" for at in range(count)])


def of_outputs(reference: "Reference") -> "list[str]":
    """The names of the tensors that a call gives: what forward returns, then the gradients."""
    gradients = of_gradients(reference)
    own = len(reference.output_specs) - len(gradients)
    found = ["the output"] if own == 1 else [f"output {at}" for at in range(own)]
    return found + [f"the gradient of {name}" for name in gradients]


def of_gradients(reference: "Reference") -> "list[str]":
    """The names of the inputs and parameters whose gradients a call gives. Empty for a call that goes forward alone."""
    if reference.upstream is None:
        return []
    floats = [name for name, (_shape, dtype) in zip(of_inputs(reference), reference.input_specs) if dtype.startswith(("float", "bfloat"))]
    given = reference.output_skeleton["dict"]
    return [name for name, item in [*zip(floats, given[OF_INPUTS]["list"]), *given[OF_PARAMETERS]["dict"].items()] if "tensor" in item]


def of_effects(reference: "Reference") -> "list[str]":
    """The names of what `Reference.world` gives beside the outputs, in the same order."""
    inputs = of_inputs(reference)
    own = dict(reference.model.named_parameters(remove_duplicate=False))
    return [f"input {inputs[at]}" for at in reference.written] + [f"{'parameter' if name in own else 'buffer'} {name}" for name in reference.updated]
