"""Finds out whether each output row of the reference depends only on the input row with its index."""

import torch

from judge.oracle.numerics import pieces
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.reference import Reference

_LEAST_ROWS = 4


def independent_rows(reference: Reference) -> int:
    """The length of the first dimension if each output row depends only on the input row with its index. 1 if rows mix."""
    specs = reference.output_specs
    rows = specs[0][0][0] if specs[0][0] else 1
    if rows < _LEAST_ROWS or any(not shape or shape[0] != rows for shape, _dtype in specs):
        return 1
    before, mixed = _mixed(reference, rows)
    after = reference.exact(mixed)
    del mixed
    kept, changed = True, False
    for left, right in zip(before, after):
        for own, _among, (one, other) in pieces.by_row(rows, left, right):
            first = own.start % 2  # of the piece's rows with an even index
            kept = kept and torch.allclose(one[first::2].double(), other[first::2].double(), rtol=1e-9, atol=1e-12, equal_nan=True)
            changed = changed or not torch.equal(one[1 - first :: 2], other[1 - first :: 2])
    return rows if kept and changed else 1


def _mixed(reference: Reference, rows: int) -> "tuple[list[torch.Tensor], Inputs]":
    """The exact outputs of a draw, and its inputs with every second row from another draw."""
    inputs, found = reference.draw(), reference.draw()
    before = reference.exact(inputs)
    for at, tensor in enumerate(inputs):
        mixes = tensor.is_floating_point() and tensor.dim() and len(tensor) == rows
        foreign, found[at] = found[at], tensor.clone()
        if mixes:
            found[at][1::2] = foreign[1::2]
        inputs[at] = foreign = torch.empty(0)  # frees both
    return before, inputs.with_tensors(list(found))
