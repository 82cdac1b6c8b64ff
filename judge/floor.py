"""What a task holds and the least that must move: tensors, bytes, and the time of a perfect copy of them.

`floorBytes` counts every tensor once, for people. `readBytes` counts what a call surely must move, to reject times that
are not possible: no zeros, no tensor of which a part may be left unread, and not what fits into the last cache level.
"""

import random

import torch

from .ceilings import ceilings
from .errors import Failure
from .tensors import same
from .work import work_of

_IMPOSSIBLE = 0.9  # a time below this share of the time that the bytes take was not measured right
_PROBES = 6  # parts of each tensor that are changed to see whether the outputs do
_CACHE_SPEED = 8  # times the memory's: no GPU's last cache level is faster
_MAJOR = 0.05  # of all bytes: smaller tensors are not probed and not counted


def facts(reference, track: str) -> dict:
    """The tensors of a task in the protocol's terms, floorBytes, the floor in time on this device, and its arithmetic."""
    names = {"inputs": reference.input_names(), "outputs": [f"output{at}" for at in range(len(reference.output_specs))]}
    tensors = {"inputs": reference.input_specs, "outputs": reference.output_specs}
    found = {kind: [_spec(name, *spec) for name, spec in zip(names[kind], tensors[kind])] for kind in names}
    state = reference.model.state_dict()
    found["parameters"] = [_spec(name, list(tensor.shape), str(tensor.dtype)[6:]) for name, tensor in state.items()]
    least = sum(_bytes_of(spec) for kind in found.values() for spec in kind)
    most = ceilings(reference.device)
    sure = _written(found["outputs"]) + _read(reference, _MAJOR * least)
    floor = {"floorBytes": least, "floorUs": least / most["copyGBps"] / 1e3, "copyGBps": most["copyGBps"], "readBytes": sure}
    return {**found, **floor, "ceilings": most, **work_of(reference, most["tflops"], track)}


def check_floor(us: float, known: dict, device: str, sets: int) -> None:
    """Raises Failure (below_floor) for microseconds per call, of `sets` in a row, that are fewer than moving `readBytes` takes: as much as the last
    cache level holds may stay there, once for all of them; a chain of them is no faster than that level either."""
    cached = getattr(torch.cuda.get_device_properties(0), "L2_cache_size", 64 << 20) if device == "cuda" else 256 << 20
    least = known["readBytes"] / _CACHE_SPEED if device == "cuda" and sets > 1 else 0.0
    floor_us = max(least, known["readBytes"] - cached / sets) / (known["copyGBps"] * 1e3)
    if us < _IMPOSSIBLE * floor_us:
        problem = (
            f"a call took {us:.4g} us, but moving the bytes that it must read and write takes {floor_us:.4g} us "
            f"at this device's {known['copyGBps']:.0f} GB/s: part of the work was done at another time."
        )
        raise Failure(status="below_floor", problem=problem)


def _written(outputs: "list[dict]") -> int:
    return sum(_bytes_of(spec) for spec in outputs)


def _read(reference, least: float) -> int:
    """Bytes of the inputs that every call reads: those where a change in any part was seen to change the outputs."""
    inputs, others = reference.draw(), reference.draw()
    before, found = reference.eager(inputs), 0
    for tensor, other in zip(inputs, others):
        size = tensor.numel() * tensor.element_size()
        if size >= max(least, 1) and tensor.is_floating_point() and _depends(reference, inputs, tensor, other, before):
            found += int(size * float((tensor != 0).float().mean()))
    return found


def _depends(reference, inputs: list, tensor: torch.Tensor, other: torch.Tensor, before: list) -> bool:
    """Whether the outputs change with each of some parts of `tensor`, one of `inputs`, when the part is taken from another draw."""
    flat, stretch = tensor.view(-1), max(1, tensor.numel() // (4 * _PROBES))
    for probe in range(_PROBES):
        first = probe * tensor.numel() // _PROBES
        start = random.SystemRandom().randrange(first, max(first + 1, (probe + 1) * tensor.numel() // _PROBES - stretch + 1))
        kept = flat[start : start + stretch].clone()
        flat[start : start + stretch] = other.view(-1)[start : start + stretch]
        changed = not all(map(same, before, reference.eager(inputs)))
        flat[start : start + stretch] = kept
        if not changed:
            return False
    return True


def _spec(name: str, shape: list, dtype: str) -> dict:
    return {"name": name, "shape": shape, "dtype": dtype}


def _bytes_of(spec: dict) -> int:
    empty = torch.empty(spec["shape"], dtype=getattr(torch, spec["dtype"]), device="meta")
    return empty.numel() * empty.element_size()
