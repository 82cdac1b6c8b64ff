"""The plain KernelBench rule as pure functions, at commit 423217d: what its evaluator would say of outputs and times.

For comparison with papers only; it never decides here. Differences of its evaluator that are kept on purpose: seeds that
a candidate can recompute, an absolute tolerance, a relative one taken of the candidate, and no look at timed outputs.
Where its trials run, and who draws their inputs, is the caller's concern.
"""

from statistics import fmean, pstdev

import torch

SEED = 42  # of the parameters, of the timed inputs, and of the trials' own seeds
CORRECT_TRIALS = 5
WARM_UPS, DISCARDED, TIMED_TRIALS = 3, 1, 100
FLUSH_BYTES = 256 << 20  # written before each timed call
EXCESSIVE = 10.0  # a speedup above it is flagged, not refused
_TOLERANCES = {"fp32": 1e-4, "tf32": 1e-4, "fp16": 1e-2, "bf16": 1e-2}  # absolute and relative alike; it has no tf32 of its own


def tolerance(precision: str) -> float:
    """The absolute and the relative tolerance of a precision track."""
    return _TOLERANCES[precision]


def trial_seeds(trials: int = CORRECT_TRIALS) -> "list[int]":
    """The seeds of the correctness trials: each is set before the trial's inputs are drawn."""
    generator = torch.Generator().manual_seed(SEED)
    return [int(torch.randint(0, 2**32 - 1, (1,), generator=generator)) for _ in range(trials)]


def accepts(expected: torch.Tensor, output: torch.Tensor, precision: str) -> bool:
    """Whether one trial passes: equal shapes, and |expected - output| <= t + t |output| everywhere. Outputs of
    different dtypes cannot be compared and do not pass; NaN never does."""
    bound = tolerance(precision)
    same_kind = expected.shape == output.shape and expected.dtype == output.dtype
    return same_kind and torch.allclose(expected, output, atol=bound, rtol=bound)


def largest_difference(expected: torch.Tensor, output: torch.Tensor) -> "float | None":
    """The largest absolute difference; None where there is none to name (shapes differ, no elements, not finite)."""
    if expected.shape != output.shape or expected.numel() == 0:
        return None
    found = float((expected.double() - output.double()).abs().max())
    return found if found < float("inf") else None


def trial(expected: "list[torch.Tensor]", outputs: "list[torch.Tensor]", precision: str) -> "tuple[bool, float | None]":
    """Whether all outputs of one trial pass, and their largest difference."""
    differences = [largest_difference(*pair) for pair in zip(expected, outputs)]
    return all(accepts(*pair, precision) for pair in zip(expected, outputs)), None if None in differences else max(differences)


def verdict(trials: "list[tuple[bool, float | None]]") -> dict:
    """{correct, passed, trials, maxDifference} of what `trial` says of each: all must pass. The times come later (`timed`)."""
    passed, differences = sum(passes for passes, _ in trials), [difference for _, difference in trials]
    return {"correct": passed == len(trials), "passed": passed, "trials": len(trials), "maxDifference": None if None in differences else max(differences)}


def timed(candidate: "list[float]", eager: "list[float]") -> dict:
    """{meanMs, speedup, flagged} from milliseconds per call, those of the discarded calls left out."""
    mean, baseline = statistics(candidate)["mean"], statistics(eager)["mean"]
    speedup = baseline / mean if mean > 0 else None
    return {"meanMs": mean, "speedup": speedup, "flagged": speedup is not None and speedup > EXCESSIVE}


def statistics(milliseconds: "list[float]") -> dict:
    """Mean, standard deviation (of the population), least and largest, each rounded to three significant digits."""
    found = {"mean": fmean(milliseconds), "std": pstdev(milliseconds), "min": min(milliseconds), "max": max(milliseconds)}
    return {**{name: float(f"{value:.3g}") for name, value in found.items()}, "trials": len(milliseconds)}
