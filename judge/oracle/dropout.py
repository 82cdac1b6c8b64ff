"""Statistical checks of references that are random in training mode, such as dropout.

The other checks judge such tasks in eval mode. Here reference and candidate run 16 times in training mode on one public input.
Over these calls, the candidate's zero fraction, mean and RMS must match the reference's within 6 standard errors. The correlation of
neighbouring rows and columns must match too: it shows a mask that several rows share. The average of each element must match as far as chance
lets it (see `other_means`). Masks of two calls must not correlate at any shift
(see `repeated`). If two calls of the reference with the same seed give the same outputs, two calls of the candidate must as well.
"""

import math
from dataclasses import dataclass
from statistics import fmean, stdev, variance

import torch

from judge.oracle.numerics.tensors import secret_seed
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.reference import Reference
from judge.protocol.errors import Failure

_CALLS = 16
_SIGMAS, _SHARE = 6.0, 2e-3  # the largest difference of averages: standard errors, plus a fraction of the reference's RMS for rounding
_SCATTER = 8.0  # the largest ratio of standard deviations, candidate to reference: chance alone reaches 3
_ROUNDING = 1e-3  # the largest relative difference of two calls with the same random numbers
_SAMPLED = (64, 256)  # rows and columns of an output that enter the correlation
_CORRELATION = 0.15  # the largest difference of mean absolute correlations: independent masks have about 0.2, shared ones 1
_OF_A_PAIR = 0.156  # the standard deviation of the absolute correlation of two independent rows over 16 calls
_COMPARED = (64, 128)  # rows and columns that enter the correlation of two calls
_FALSE_ALARM = 1e-6  # the chance that masks which are new in every call look as if they were not, per output
_OVERLAP = 0.25  # the smallest overlap of two shifted masks that enters the variance of their correlation
_MEASURES = ("share of zeros", "mean", "RMS")


def check_random(reference: Reference, client: RunnerClient, inputs: list) -> None:
    """Raises Failure (wrong) if the candidate's randomness in training mode differs from the reference's.

    Afterwards both are in eval mode with the reference's second state.
    """
    reference.model.train()
    try:
        expected = _observed(lambda: reference.eager(inputs))
        seeded = _same_twice(lambda: reference.eager(inputs), torch.manual_seed)
    finally:
        reference.model.eval()
        reference.use(reference.states[1])
    client.train(True)
    try:
        found = _observed(lambda: client.answered(inputs))
        same_twice = _same_twice(lambda: client.answered(inputs), client.seed) if seeded else True
    finally:
        client.train(False)
    if reference.states[0]:
        client.reload()
    if expected.different == _CALLS and found.different <= _CALLS // 2:  # equal outputs can occur by chance: a mask may have few elements
        raise _wrong("calls give the same outputs; the reference is random in training mode (self.training), such as by dropout")
    if not same_twice:
        raise _wrong("two calls with the same torch.manual_seed differ: take random numbers, or the seed of your own generator, from torch's generator")
    for at in range(len(expected.measures[0])):
        for measure, name in enumerate(_MEASURES):
            _agree(name, [call[at][measure] for call in expected.measures], [call[at][measure] for call in found.measures], expected.measures[0][at][2])
        shared = goes_along(expected.samples[at], found.samples[at])
        if shared:
            raise _wrong(f"the random part of one {shared}; draw a mask for every element")
        apart = other_means(expected.samples[at], found.samples[at])
        if apart:
            raise _wrong(f"the average of each element over the calls differs from the reference's, {apart}; compute the same values as in eval mode before elements are dropped")
        found_again = repeated(expected.samples[at], found.samples[at])
        if found_again:
            raise _wrong(f"the random part of one call comes again in another one, {found_again}; draw a new mask in every call")


@dataclass
class _Observed:
    """`measures`: per call and output (zero fraction, mean, RMS). `different`: number of distinct outputs. `samples`: per output, a
    float64 tensor [calls, rows, columns]."""

    measures: list
    different: int
    samples: "list[torch.Tensor]"


def _observed(call) -> _Observed:
    measures, kept = [], []
    for _ in range(_CALLS):
        outputs = call()
        measures.append(_measures(outputs))
        kept.append([_sampled(output) for output in outputs])
    samples = [torch.stack(of_output) for of_output in zip(*kept)]
    different = max(len(torch.unique(sample.flatten(1), dim=0)) for sample in samples)
    return _Observed(measures, different, samples)


def _sampled(output: torch.Tensor) -> torch.Tensor:
    rows, columns = _SAMPLED
    flat = output.double().reshape(-1, output.shape[-1]) if output.dim() > 1 else output.double().reshape(1, -1)
    return flat[:rows, :columns].clone()


def _same_twice(call, seed) -> bool:
    """Whether two calls after the same seed give the same outputs, up to rounding."""
    chosen, found = secret_seed(), []
    for _ in range(2):
        seed(chosen)
        found.append(call())
    return all(float((one - other).double().norm()) <= _ROUNDING * float(one.double().norm()) for one, other in zip(*found))


def goes_along(expected: torch.Tensor, found: torch.Tensor) -> str:
    """Says that the random parts of neighbouring rows or columns correlate in another way in two samples. Empty if they do not.

    The mean over few pairs scatters: a small output gets the bound of 6 standard errors.
    """
    for name, (one, pairs), (other, _pairs) in zip(("row", "column"), _correlations(expected), _correlations(found)):
        if abs(one - other) > max(_CORRELATION, _SIGMAS * _OF_A_PAIR * math.sqrt(2 / max(pairs, 1))):
            return f"{name} goes with that of the next: correlation {other:.2g}, in the reference {one:.2g}"
    return ""


def _correlations(sample: torch.Tensor) -> "list[tuple[float, int]]":
    """The mean absolute correlation over calls, and of how many pairs: of neighbouring rows, and of neighbouring columns. 0 if no pair varies."""
    off = sample - sample.mean(0)
    unit = off / off.norm(dim=0).clamp(min=1e-30)
    moves = (off.abs() > 1e-6 * sample.abs().mean()).any(0).double()
    found = []
    for product, both in ((unit[:, 1:] * unit[:, :-1], moves[1:] * moves[:-1]), (unit[:, :, 1:] * unit[:, :, :-1], moves[:, 1:] * moves[:, :-1])):
        pairs = int(both.sum())
        found.append((float((product.sum(0).abs() * both).sum()) / pairs if pairs else 0.0, pairs))
    return found


def repeated(expected: torch.Tensor, found: torch.Tensor) -> str:
    """How the random parts of two of the candidate's calls correlate, with the shift between them. Empty if chance alone explains it.

    Both samples: [calls, rows, columns]. The reference's own calls give the mean and the variance of such a correlation at each shift. By
    Bernstein's inequality and the number of pairs and shifts, masks that are new in every call exceed the bound with a chance of at most
    `_FALSE_ALARM`.
    """
    own, units = _units(expected), _units(found)
    active = int(units.ne(0).any(0).sum())
    if not active or not bool(own.any()):
        return ""
    usual = _between_calls(own)
    mean, overlap = usual.mean(0), _overlaps(*units.shape[1:]).to(units.device)
    at_shift = (usual - mean).square().mean(0)
    variances = torch.maximum(at_shift, (at_shift / overlap)[overlap >= _OVERLAP].mean()).clamp(min=1 / active)
    log_tests = math.log(2 * usual.numel() / _FALSE_ALARM)
    largest = active * variances * units.abs().max().square()  # what one of the independent parts adds at most
    bounds = (2 * variances * log_tests).sqrt() + largest * log_tests / 3
    worst = (_between_calls(units) - mean).abs().amax(0)
    at = int((worst - bounds).argmax())
    correlation, bound = float(worst.view(-1)[at]), float(bounds.view(-1)[at])
    if correlation <= bound:
        return ""
    rows, columns = (min(place, size - place) for place, size in zip(divmod(at, worst.shape[1]), worst.shape))
    return f"{rows} rows and {columns} columns away: correlation {correlation:.2g}, by chance at most {bound:.2g}"


def other_means(expected: torch.Tensor, found: torch.Tensor) -> str:
    """Says how far the elements' averages over the calls of two samples lie apart, if chance does not explain it. Empty if it does.

    The squared distance of the averages, without what chance adds on average, is a quadratic form of random parts. Its tail follows from the
    eigenvalues of their products (Laurent and Massart), for a false alarm in `_FALSE_ALARM` of all candidates.
    """
    one, other = (each.flatten(1) for each in (expected, found))
    calls, log_tests = len(one), -math.log(_FALSE_ALARM)
    parts = [each - each.mean(0) for each in (one, other)]
    by_chance = sum(float(each.square().sum()) for each in parts) / (calls * (calls - 1))
    distance = float((one.mean(0) - other.mean(0)).square().sum()) - by_chance
    whole = torch.cat(parts)
    spread = torch.linalg.eigvalsh(whole @ whole.T)[2:]  # each part lost one dimension with its mean
    spread = (spread - spread.mean()) * (calls / (calls - 1))
    tail = 2 * float(spread.norm()) * math.sqrt(log_tests) + 2 * float(spread.abs().max()) * log_tests
    size = float(one.mean(0).square().sum())
    if distance <= tail / calls**2 + _SHARE**2 * size:
        return ""
    return f"by {math.sqrt(distance / max(size, 1e-300)):.2g} of their size"


def _units(sample: torch.Tensor) -> torch.Tensor:
    """The random part of each call, as a factor: each element's distance from its mean over the calls, in standard deviations. Each call has norm 1."""
    rows, columns = _COMPARED
    part = sample[:, :rows, :columns]
    mean = part.mean(0)
    deviation = (part - mean).square().mean(0).sqrt()
    units = torch.where(deviation > 1e-6 * part.abs().mean(), (part - mean) * mean.sign() / deviation.clamp(min=1e-30), 0.0)
    return (units / units.flatten(1).norm(dim=1).clamp(min=1e-30)[:, None, None]).float()


def _between_calls(units: torch.Tensor) -> torch.Tensor:
    """The correlations of the first two calls with all later ones, at each shift: [pairs, 2 * rows, 2 * columns]. Negative shifts come last."""
    size = [2 * length for length in units.shape[1:]]
    spectra = torch.fft.rfft2(units, s=size)
    return torch.cat([torch.fft.irfft2(spectra[first].conj() * spectra[first + 1 :], s=size) for first in range(2)])


def _overlaps(rows: int, columns: int) -> torch.Tensor:
    """The share of elements on which a tensor and its shifted copy overlap, at each shift of `_between_calls`."""
    shares = [1 - torch.fft.fftfreq(2 * length, 1 / 2).abs() for length in (rows, columns)]
    return torch.outer(*shares)


def _measures(outputs: list) -> "list[tuple[float, float, float]]":
    values = [output.double() for output in outputs]
    return [(float((each == 0).double().mean()), float(each.mean()), math.sqrt(float(each.square().mean()))) for each in values]


def _agree(name: str, expected: "list[float]", found: "list[float]", scale: float) -> None:
    if not all(map(math.isfinite, found)):
        raise _wrong(f"the outputs' {name} is not finite")
    rounding = _SHARE * (1.0 if name == _MEASURES[0] else scale)
    bound = _SIGMAS * math.sqrt(2 * variance(expected) / _CALLS) + rounding
    if abs(fmean(found) - fmean(expected)) > bound:
        raise _wrong(f"the outputs' {name} is {fmean(found):.4g} on average, that of the reference {fmean(expected):.4g}: wrong keep rate or scaling")
    if stdev(found) > _SCATTER * stdev(expected) + rounding:
        raise _wrong(f"the outputs' {name} scatters by {stdev(found):.4g} from call to call, that of the reference by {stdev(expected):.4g}")


def _wrong(problem: str) -> Failure:
    return Failure(status="wrong", inputs="public", problem=f"in training mode {problem}")
