"""Finds out whether each output row of the reference depends only on the input row with its index."""

import torch

from judge.oracle.task.reference import Reference

_LEAST_ROWS = 4


def independent_rows(reference: Reference) -> int:
    """The length of the first dimension if each output row depends only on the input row with its index. 1 if rows mix."""
    specs = reference.output_specs
    rows = specs[0][0][0] if specs[0][0] else 1
    if rows < _LEAST_ROWS or any(not shape or shape[0] != rows for shape, _dtype in specs):
        return 1
    one, other = reference.draw(), reference.draw()
    mixed = [tensor.clone() for tensor in one]
    for tensor, foreign in zip(mixed, other):
        if tensor.is_floating_point() and tensor.dim() and len(tensor) == rows:
            tensor[1::2] = foreign[1::2]
    before, after = reference.exact(one), reference.exact(one.with_tensors(mixed))
    kept = all(torch.allclose(left[::2].double(), right[::2].double(), rtol=1e-9, atol=1e-12, equal_nan=True) for left, right in zip(before, after))
    changed = any(not torch.equal(left[1::2], right[1::2]) for left, right in zip(before, after))
    return rows if kept and changed else 1
