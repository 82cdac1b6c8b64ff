"""Compares the form of a candidate's outputs with the reference's: structure, shape, dtype, device, strides and aliasing."""

import json

from judge.protocol.errors import contract


def check_contract(claimed: dict, reference) -> None:
    """Raises Failure (contract_failed) if the form differs, and KeyError, TypeError or IndexError if the runner's message is malformed."""
    if claimed.get("skeleton") != reference.output_skeleton:
        raise contract(f"the outputs are arranged as {json.dumps(claimed.get('skeleton'))[:300]}; the reference returns {json.dumps(reference.output_skeleton)[:300]}")
    for at, wanted in enumerate(reference.output_specs):
        got = claimed["specs"][at]
        name = reference.output_names[at]
        if got[0] != wanted[0]:
            raise contract(f"{name} has shape {got[0]}; the reference returns {wanted[0]}")
        if got[1] != wanted[1]:
            raise contract(f"{name} has dtype {got[1]}; the reference returns {wanted[1]}")
        if claimed["devices"][at] != reference.device:
            raise contract(f"{name} is on {claimed['devices'][at]}; it must be on {reference.device}")
        if not claimed["contiguous"][at] and reference.output_strides[at] not in (None, claimed["strides"][at]):
            raise contract(f"{name} is not contiguous, with strides {claimed['strides'][at]}; return a contiguous tensor: .contiguous()")
        if claimed["aliases"][at] and not reference.aliases[at]:
            raise contract(f"{name} shares memory with an input; return a new tensor, as the reference does")
