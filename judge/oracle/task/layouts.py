"""Finds the layouts of inputs in memory that a caller may choose instead of the task's own."""

from typing import NamedTuple

import torch

from judge.oracle.task.inputs import laid_out, other_strides
from judge.oracle.task.reference import Reference
from judge.wire.tensor_layout import unpack


class Layout(NamedTuple):
    """`strides` of each input; None is contiguous. `shift`: elements between an aligned address and the input."""

    name: str
    strides: "list[list[int] | None]"
    shift: int


def layouts(reference: Reference) -> "list[Layout]":
    """The layouts to try. Only those that the reference itself accepts."""
    strides = [other_strides(tensor) for tensor in reference.draw()]
    tried = [Layout("strides", strides, 0)] if strides != reference.input_strides else []
    tried.append(Layout("offset", reference.input_strides, 1))
    return [each for each in tried if reference.decisions.once(f"layout {each.name}", lambda: _accepts(reference, each.strides))]


def _accepts(reference: Reference, strides: "list[list[int] | None]") -> bool:
    inputs = reference.draw()
    try:
        with torch.no_grad():
            reference.call(reference.model, unpack(inputs.skeleton, [laid_out(tensor.clone(), own) for tensor, own in zip(inputs, strides)]))
        return True
    except Exception as error:
        reference.take_refusal(error)
        return False
    finally:
        reference.use(reference.states[1])  # the call may have updated the buffers
