"""What a task holds and the least that must move: tensors, bytes, and the time of a perfect copy of them."""

import time

import torch


def facts(reference) -> dict:
    """The tensors of a task in the protocol's terms, floorBytes, and the floor in time on this device."""
    names = {"inputs": reference.input_names(), "outputs": [f"output{at}" for at in range(len(reference.output_specs))]}
    tensors = {"inputs": reference.input_specs, "outputs": reference.output_specs}
    found = {kind: [_spec(name, *spec) for name, spec in zip(names[kind], tensors[kind])] for kind in names}
    state = reference.model.state_dict()
    found["parameters"] = [_spec(name, list(tensor.shape), str(tensor.dtype)[6:]) for name, tensor in state.items()]
    least = sum(_bytes_of(spec) for kind in found.values() for spec in kind)
    copied = _copy_bytes_per_second(reference.device)
    return {**found, "floorBytes": least, "floorUs": least / copied * 1e6, "copyGBps": copied / 1e9}


def _spec(name: str, shape: list, dtype: str) -> dict:
    return {"name": name, "shape": shape, "dtype": dtype}


def _bytes_of(spec: dict) -> int:
    empty = torch.empty(spec["shape"], dtype=getattr(torch, spec["dtype"]), device="meta")
    return empty.numel() * empty.element_size()


def _copy_bytes_per_second(device: str) -> float:
    """Bytes read plus bytes written per second of a large copy: the best of several."""
    source = torch.ones((1 << 30) if device == "cuda" else (256 << 20), dtype=torch.uint8, device=device)
    target, best = torch.empty_like(source), float("inf")
    for _ in range(6):
        started = time.perf_counter()
        target.copy_(source)
        if device == "cuda":
            torch.cuda.synchronize()
        best = min(best, time.perf_counter() - started)
    return 2 * source.numel() / best
