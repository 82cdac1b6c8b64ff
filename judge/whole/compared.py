"""Compares the model's outputs with and without the kernels, beside the original's own rounding error."""

import secrets
from pathlib import Path
from typing import Any

import torch

from judge.whole.arms import ArmProcess, Broken

# of the output's RMS, as for a captured task; every other dtype must be equal
_TOLERANCE = {torch.float64: 1e-6, torch.float32: 1e-3, torch.bfloat16: 5e-2, torch.float16: 5e-2}
_ROUNDING = 2.0  # times the original's own distance from float64


def parity(original: ArmProcess, ours: ArmProcess, folder: str, shuffled: "str | None") -> "list[dict]":
    """A row for the script's inputs, and one for the shuffled ones."""
    rows = [_row("the script's inputs", original, ours, folder, None)]
    return [*rows, _row("its inputs, shuffled", original, ours, folder, shuffled)] if shuffled else rows


def _row(name: str, original: ArmProcess, ours: ArmProcess, folder: str, inputs: "str | None") -> dict:
    theirs = outputs(original, folder, inputs, exact=False)
    if theirs is None:
        raise Broken("the model's call fails when it is repeated", "let the script call its model with arguments that the call does not change")
    exact = outputs(original, folder, inputs, exact=True)
    own = outputs(ours, folder, inputs, exact=False)
    if own is None:
        return {"inputs": name, "problem": "the model fails with the kernels", "error": None, "rms": None, "originalExact": None, "oursExact": None}
    problem, (error, rms) = compared(own, theirs, exact), farthest(own, theirs)
    of_exact = lambda found: None if exact is None else farthest(found, exact)[0]  # noqa: E731
    return {"inputs": name, "problem": problem, "error": error, "rms": rms, "originalExact": of_exact(theirs), "oursExact": of_exact(own)}


def outputs(arm: ArmProcess, folder: str, inputs: "str | None", exact: bool) -> "list[torch.Tensor] | None":
    """The output's tensors. None if the call fails."""
    try:
        return answered(arm, folder, "output", inputs, exact)
    except Broken:  # such as an operator without float64, or values that are no indices when they are shuffled
        return None


def answered(arm: ArmProcess, folder: str, question: str, *given: Any) -> "list[torch.Tensor]":
    """The tensors that a process writes to a file. Raises Broken if the call fails."""
    file = Path(folder, f"{arm.arm}-{secrets.token_hex(4)}.pt")
    arm.ask(question, str(file), *given)
    found = torch.load(file, weights_only=True)
    file.unlink()
    return found


def compared(one: "list[torch.Tensor]", other: "list[torch.Tensor]", exact: "list[torch.Tensor] | None") -> str:
    """What is wrong with `one`, in words; empty if it agrees with `other`.

    Floats agree within the tolerance of their dtype. They also agree if `one` is at most twice as far from `exact` as `other`: deep half-precision models
    round much. Complex numbers are pairs of floats. All other dtypes must be equal.
    """
    if [each.shape for each in one] != [each.shape for each in other]:
        return "the outputs have other shapes"
    if [each.dtype for each in one] != [each.dtype for each in other]:
        return "the outputs have other dtypes"
    problem = ""
    for at, (left, right) in enumerate(zip(map(_real, one), map(_real, other))):
        if not right.is_floating_point():
            problem = problem if torch.equal(left, right) else "the outputs differ"
        elif not _finite_alike(left, right):
            return "the outputs differ in NaN or infinity"
        elif right.numel() > 0 and not _agree(left, right, _real(exact[at]) if exact else None):
            problem = "the outputs differ"
    return problem


def _agree(left: torch.Tensor, right: torch.Tensor, exact: "torch.Tensor | None") -> bool:
    tolerance = _TOLERANCE.get(right.dtype, 0.0)
    if _largest(left, right) <= tolerance * max(_rms(right), 1e-12):
        return True
    return tolerance > 0 and exact is not None and _finite_alike(right, exact) and _largest(left, exact) <= _ROUNDING * _largest(right, exact)


def farthest(one: "list[torch.Tensor]", other: "list[torch.Tensor]") -> "tuple[float | None, float | None]":
    """The largest difference, and the RMS of `other`, in the tensor where the difference is relatively largest. None if they cannot be compared."""
    found = (0.0, 0.0)
    if [each.shape for each in one] != [each.shape for each in other]:
        return None, None
    for left, right in zip(map(_real, one), map(_real, other)):
        if not _finite_alike(left, right):
            return None, None
        if right.numel() > 0:
            found = max(found, (_largest(left, right), _rms(right)), key=lambda each: each[0] / max(each[1], 1e-12))
    return found


def _real(tensor: torch.Tensor) -> torch.Tensor:
    return torch.view_as_real(tensor.resolve_conj()) if tensor.is_complex() else tensor


def _finite_alike(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether NaN and infinities are in the same places, and infinities have the same sign."""
    return all(torch.equal(is_so(one.double()), is_so(other.double())) for is_so in (torch.isnan, torch.isposinf, torch.isneginf))


def _largest(one: torch.Tensor, other: torch.Tensor) -> float:
    return float((_plain(one) - _plain(other)).abs().max())


def _rms(tensor: torch.Tensor) -> float:
    return float(_plain(tensor).square().mean().sqrt())


def _plain(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.double().nan_to_num(posinf=0.0, neginf=0.0)
