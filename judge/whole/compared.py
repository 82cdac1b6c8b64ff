"""Compares the model's outputs with and without the kernels, beside the original's own rounding error."""

import secrets
from pathlib import Path

import torch

from judge.whole.arms import ArmProcess, Broken

_TOLERANCE = {torch.float32: 1e-3, torch.float64: 1e-6}  # of the output's RMS, as for a captured task; other dtypes: 5e-2
_ROUNDING = 2.0  # times the original's own distance from float64


def parity(original: ArmProcess, ours: ArmProcess, folder: str) -> "list[dict]":
    """A row for the script's inputs, and one for the same inputs shuffled by a secret seed where the original takes those."""
    rows = [_row("the script's inputs", original, ours, folder, None)]
    seed = secrets.randbits(62)
    shuffled = _outputs(original, folder, seed, exact=False)
    return [*rows, _row("its inputs, shuffled", original, ours, folder, seed)] if shuffled is not None else rows


def _row(inputs: str, original: ArmProcess, ours: ArmProcess, folder: str, seed: "int | None") -> dict:
    theirs = _outputs(original, folder, seed, exact=False)
    if theirs is None:
        raise Broken("the model's call fails when it is repeated", "let the script call its model with arguments that the call does not change")
    exact = _outputs(original, folder, seed, exact=True)
    own = _outputs(ours, folder, seed, exact=False)
    if own is None:
        return {"inputs": inputs, "problem": "the model fails with the kernels", "error": None, "rms": None, "originalExact": None, "oursExact": None}
    error, rms, problem = compared(own, theirs, exact)
    of_exact = lambda found: None if exact is None else compared(found, exact, None)[0]  # noqa: E731
    return {"inputs": inputs, "problem": problem, "error": error, "rms": rms, "originalExact": of_exact(theirs), "oursExact": of_exact(own)}


def _outputs(arm: ArmProcess, folder: str, seed: "int | None", exact: bool) -> "list[torch.Tensor] | None":
    """The output's tensors. None if the call fails."""
    file = Path(folder, f"{arm.arm}-{secrets.token_hex(4)}.pt")
    try:
        arm.ask("output", str(file), seed, exact)
    except Broken:  # such as an operator without float64, or values that are no indices when they are shuffled
        return None
    found = torch.load(file, weights_only=True)
    file.unlink()
    return found


def compared(one: "list[torch.Tensor]", other: "list[torch.Tensor]", exact: "list[torch.Tensor] | None") -> "tuple[float | None, float | None, str]":
    """The largest difference, the RMS of `other` in the tensor where it is relatively largest, and what is wrong with `one`, in words.

    Tensors agree within the tolerance. They also agree if `one` is at most twice as far from `exact` as `other`: deep half-precision models round much.
    """
    if [each.shape for each in one] != [each.shape for each in other]:
        return None, None, "the outputs have other shapes"
    worst, found, problem = -1.0, (0.0, 0.0), ""
    for at, (left, right) in enumerate(zip(one, other)):
        if right.numel() == 0:
            continue
        if not torch.equal(torch.isfinite(left), torch.isfinite(right)):
            return None, None, "the outputs differ in NaN or infinity"
        error, rms = _largest(left, right), float(_plain(right).square().mean().sqrt())
        relative = error / max(rms, 1e-12)
        if relative > _TOLERANCE.get(left.dtype, 5e-2) and not (exact and _largest(left, exact[at]) <= _ROUNDING * _largest(right, exact[at])):
            problem = "the outputs differ"
        if relative > worst:
            worst, found = relative, (error, rms)
    return (*found, problem)


def _largest(one: torch.Tensor, other: torch.Tensor) -> float:
    return float((_plain(one) - _plain(other)).abs().max())


def _plain(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.double().nan_to_num(posinf=0.0, neginf=0.0)
