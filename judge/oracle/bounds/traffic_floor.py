"""The tensors of a task, the least memory traffic of one call, and the shortest time that this traffic takes.

`floorBytes` counts every tensor once. Reports show it. `readBytes` counts only the bytes that every correct call moves. It leaves out
zeros, and tensors with sectors that the reference does not read. The judge rejects times that are too short for `readBytes`. `neededUs` is
the time that these bytes take at least. Only this floor may end a search: a kernel can be faster than the others.
"""

import random

import torch

from judge.device.memory import gpu_cache_bytes
from judge.oracle.bounds.ceilings import ceilings
from judge.oracle.bounds.flops import work_of
from judge.oracle.numerics.tensors import same
from judge.oracle.task import upstream
from judge.oracle.task.names import of_gradients, of_inputs
from judge.protocol.errors import Failure
from judge.wire.tensor_layout import extent

_IMPOSSIBLE = 0.9  # a time below this fraction of the floor is a measurement error or a cheat
_PROBES = 12  # sectors of each tensor that are changed, one call of eager each. A tensor of which half is read counts in 1 of 4000 cases
_SECTOR = 32  # bytes: the least that a GPU's memory moves
_CACHE_SPEED = 8  # an upper bound on the last cache level's bandwidth, in multiples of the memory's
_MAJOR = 0.05  # fraction of all bytes: smaller tensors are neither probed nor counted


def facts(reference, track: str) -> dict:
    """The task's tensors in the protocol's form, and its floors: floorBytes, floorUs, copyGBps, readBytes, neededUs, ceilings and work."""
    inputs = [_spec(name, *spec) for name, spec in zip(of_inputs(reference), reference.input_specs)]
    own, gradients = len(inputs) - upstream.count(reference.upstream), of_gradients(reference)
    forward = len(reference.output_specs) - len(gradients)
    outputs = [_spec(name, *spec) for name, spec in zip([*(f"output{at}" for at in range(forward)), *gradients], reference.output_specs)]
    parameters = [_spec(name, list(tensor.shape), str(tensor.dtype)[6:]) for name, tensor in reference.model.state_dict().items()]
    found = {"inputs": inputs[:own], "outputs": outputs[:forward], "parameters": parameters}
    if reference.upstream is not None:
        found["gradients"] = outputs[forward:]
    least = sum(_bytes_of(spec) for spec in [*inputs, *outputs, *parameters])
    most = ceilings(reference.device)
    sure = _written(outputs) + _read(reference, _MAJOR * least)
    floor = {"floorBytes": least, "floorUs": least / most["copyGBps"] / 1e3, "copyGBps": most["copyGBps"], "readBytes": sure}
    known = {**found, **floor, "ceilings": most, **work_of(reference, most["tflops"], track)}
    return {**known, "neededUs": needed_us(known, reference.device, 1)}


def needed_us(known: dict, device: str, sets: int) -> float:
    """The microseconds that no correct call can undercut in a chain of `sets` calls: `readBytes` from memory, at the highest rate that the
    device ever reached. `known`: the result of `facts`."""
    return _from_memory(known, device, sets) / (max(known["copyGBps"], known["ceilings"]["readGBps"]) * 1e3)


def check_floor(us: float, known: dict, device: str, sets: int) -> None:
    """Raises Failure (below_floor) if `us`, the microseconds per call, are too few to move `readBytes` in a chain of `sets` calls."""
    floor_us = _from_memory(known, device, sets) / (known["copyGBps"] * 1e3)
    if us < _IMPOSSIBLE * floor_us:
        problem = (
            f"a call took {us:.4g} us, but moving the bytes that it must read and write takes {floor_us:.4g} us "
            f"at this device's {known['copyGBps']:.0f} GB/s: part of the work was done at another time."
        )
        raise Failure(status="below_floor", problem=problem)


def _from_memory(known: dict, device: str, sets: int) -> float:
    """The part of `readBytes` that each call of a chain moves to or from memory.

    A chain of `sets` calls may keep one cache level's worth of bytes in the last cache level. The rest must come from memory. On a GPU a
    chain must also respect the bandwidth of the cache itself.
    """
    cached = gpu_cache_bytes() if device == "cuda" else 256 << 20
    least = known["readBytes"] / _CACHE_SPEED if device == "cuda" and sets > 1 else 0.0
    return max(least, known["readBytes"] - cached / sets)


def _written(outputs: "list[dict]") -> int:
    return sum(_bytes_of(spec) for spec in outputs)


def _read(reference, least: float) -> int:
    """Bytes of the inputs that every call reads. A tensor counts if a change in each of its probed sectors changed the outputs."""
    inputs, others = reference.draw(), reference.draw()
    before, found = reference.eager(inputs), 0
    for tensor, other in zip(inputs, others):
        size = tensor.numel() * tensor.element_size()
        if size >= max(least, 1) and tensor.is_floating_point() and _depends(reference, inputs, tensor, other, before):
            found += int(size * float((tensor != 0).float().mean()))
    return found


def _depends(reference, inputs: list, tensor: torch.Tensor, other: torch.Tensor, before: list) -> bool:
    """Changes `_PROBES` random sectors of `tensor`, one at a time. Whether the outputs changed every time.

    A sector gets values of another draw. If the outputs stay, it gets large values of both signs, which a maximum or a rounded sum shows.
    """
    flat, source = _in_memory(tensor), _in_memory(other)
    width, large = max(1, _SECTOR // tensor.element_size()), torch.finfo(tensor.dtype).max ** 0.5
    sectors = -(-flat.numel() // width)
    for probe in range(_PROBES):
        first = probe * sectors // _PROBES
        place = random.SystemRandom().randrange(first, max(first + 1, (probe + 1) * sectors // _PROBES)) * width
        sector, kept = flat[place : place + width], flat[place : place + width].clone()
        changed = any(_changes(reference, inputs, sector, value, before) for value in (source[place : place + width], large, -large))
        sector[:] = kept
        if not changed:
            return False
    return True


def _changes(reference, inputs: list, sector: torch.Tensor, value: "torch.Tensor | float", before: list) -> bool:
    sector[:] = value
    return not all(map(same, before, reference.eager(inputs)))


def _in_memory(tensor: torch.Tensor) -> torch.Tensor:
    """A flat view of all memory that the tensor spans."""
    return tensor.as_strided((extent(list(tensor.shape), list(tensor.stride())),), (1,))


def _spec(name: str, shape: list, dtype: str) -> dict:
    return {"name": name, "shape": shape, "dtype": dtype}


def _bytes_of(spec: dict) -> int:
    empty = torch.empty(spec["shape"], dtype=getattr(torch, spec["dtype"]), device="meta")
    return empty.numel() * empty.element_size()
