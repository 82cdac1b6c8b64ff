"""KernelBench's evaluation rule at commit 423217d, as pure functions of outputs and times.

It serves comparison with papers and never decides a verdict. It keeps KernelBench's weaknesses on purpose:
- A candidate can recompute the seeds.
- The tolerance is absolute, plus one relative to the candidate's output.
- Timed outputs are unchecked.

The caller draws the inputs and runs the trials.
"""

from statistics import fmean, pstdev

import torch

SEED = 42  # seeds the parameters, the timed inputs, and the generator of the trials' seeds
CORRECT_TRIALS = 5
WARM_UPS, DISCARDED, TIMED_TRIALS = 3, 1, 100
FLUSH_BYTES = 256 << 20  # written before each timed call
EXCESSIVE = 10.0  # a higher speedup is flagged
_TOLERANCES = {"fp32": 1e-4, "tf32": 1e-4, "fp16": 1e-2, "bf16": 1e-2}  # absolute and relative alike; KernelBench has no tf32 track


def tolerance(precision: str) -> float:
    """The tolerance of a precision track. It serves as absolute and as relative tolerance."""
    return _TOLERANCES[precision]


def trial_seeds(trials: int = CORRECT_TRIALS) -> "list[int]":
    """The seeds of the correctness trials. Each is set before the trial's inputs are drawn."""
    generator = torch.Generator().manual_seed(SEED)
    return [int(torch.randint(0, 2**32 - 1, (1,), generator=generator)) for _ in range(trials)]


def accepts(expected: torch.Tensor, output: torch.Tensor, precision: str) -> bool:
    """Whether one output passes: equal shapes and dtypes, and |expected - output| <= t + t |output| everywhere. NaN never passes."""
    bound = tolerance(precision)
    same_kind = expected.shape == output.shape and expected.dtype == output.dtype
    return same_kind and torch.allclose(expected, output, atol=bound, rtol=bound)


def largest_difference(expected: torch.Tensor, output: torch.Tensor) -> "float | None":
    """The largest absolute difference. None if shapes differ, if the tensors are empty, or if the difference is not finite."""
    if expected.shape != output.shape or expected.numel() == 0:
        return None
    found = float((expected.double() - output.double()).abs().max())
    return found if found < float("inf") else None


def trial(expected: "list[torch.Tensor]", outputs: "list[torch.Tensor]", precision: str) -> "tuple[bool, float | None]":
    """Whether all outputs of one trial pass, and their largest difference."""
    differences = [largest_difference(*pair) for pair in zip(expected, outputs)]
    return all(accepts(*pair, precision) for pair in zip(expected, outputs)), _largest(differences)


def verdict(trials: "list[tuple[bool, float | None]]") -> dict:
    """{correct, passed, trials, maxDifference} from the results of `trial`. All trials must pass. `timed` adds the times."""
    passed, differences = sum(passes for passes, _ in trials), [difference for _, difference in trials]
    return {"correct": passed == len(trials), "passed": passed, "trials": len(trials), "maxDifference": _largest(differences)}


def _largest(differences: "list[float | None]") -> "float | None":
    """The largest value, or None if one of them is unknown."""
    known = [each for each in differences if each is not None]
    return max(known) if len(known) == len(differences) else None


def timed(candidate: "list[float]", eager: "list[float]") -> dict:
    """{meanMs, speedup, flagged} from milliseconds per call, without the discarded calls."""
    mean, baseline = statistics(candidate)["mean"], statistics(eager)["mean"]
    speedup = baseline / mean if mean > 0 else None
    return {"meanMs": mean, "speedup": speedup, "flagged": speedup is not None and speedup > EXCESSIVE}


def statistics(milliseconds: "list[float]") -> dict:
    """{mean, std, min, max, trials}. `std` is the population's. Values have three significant digits."""
    found = {"mean": fmean(milliseconds), "std": pstdev(milliseconds), "min": min(milliseconds), "max": max(milliseconds)}
    return {**{name: float(f"{value:.3g}") for name, value in found.items()}, "trials": len(milliseconds)}
