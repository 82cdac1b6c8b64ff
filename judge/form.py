"""The form of a candidate's outputs against the reference's: structure, shape, dtype, device, strides, memory."""

import json

from .errors import Failure

_CHARS = 4000


def check_form(said: dict, reference) -> None:
    """Raises Failure (contract_failed) for outputs out of form; KeyError, TypeError or IndexError for a message out of protocol."""
    if said.get("skeleton") != reference.output_skeleton:
        raise contract(f"the outputs are arranged as {json.dumps(said.get('skeleton'))[:300]}; the reference returns {json.dumps(reference.output_skeleton)[:300]}")
    for at, wanted in enumerate(reference.output_specs):
        got = said["specs"][at]
        name = f"output {at}" if len(reference.output_specs) > 1 else "the output"
        if got[0] != wanted[0]:
            raise contract(f"{name} has shape {got[0]}; the reference returns {wanted[0]}")
        if got[1] != wanted[1]:
            raise contract(f"{name} has dtype {got[1]}; the reference returns {wanted[1]}")
        if said["devices"][at] != reference.device:
            raise contract(f"{name} is on {said['devices'][at]}; it must be on {reference.device}")
        if not said["contiguous"][at] and said["strides"][at] != reference.output_strides[at]:
            raise contract(f"{name} is not contiguous, with strides {said['strides'][at]}; return a contiguous tensor: .contiguous()")
        if said["aliases"][at] and not reference.aliases[at]:
            raise contract(f"{name} shares memory with an input; return a new tensor, as the reference does")


def contract(problem: str) -> Failure:
    """A broken promise about form: what is wrong and what is wanted."""
    return Failure(status="contract_failed", problem=problem[:_CHARS])
