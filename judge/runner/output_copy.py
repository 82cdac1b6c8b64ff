"""Hands a runner's outputs over, describes them, and overwrites them later. Copied beside each runner."""

from judge.wire.tensor_layout import pack, specs

_DRAWN = 1 << 16  # random numbers for one output: to copy them is far faster than to draw more


def hand_over(runner, outputs: list) -> None:
    """Copies the outputs in as few launches as possible. A slow hand-over would hide deferred work."""
    torch, places, found, runner.shown = runner.torch, [], [], outputs
    for output, room in zip(outputs, runner.rooms):
        tensors = []
        pack(output, tensors)
        fitting = [(place, tensor) for place, tensor in zip(room, tensors) if place.shape == tensor.shape and place.dtype == tensor.dtype]
        places += [place for place, _tensor in fitting]
        found += [torch.Tensor.detach(tensor) for _place, tensor in fitting]
    if runner.cuda and found:
        torch._foreach_copy_(places, found)
    else:
        for place, tensor in zip(places, found):
            torch.Tensor.copy_(place, tensor)


def claimed(runner, output) -> dict:
    """The runner's claims about one call's outputs: structure, shapes, layout and aliases."""
    plain, tensors = runner.torch.Tensor, []  # torch's own methods: an output may override them
    claimed = {"skeleton": pack(output, tensors), "specs": specs(tensors), "devices": [tensor.device.type for tensor in tensors]}
    claimed |= {"contiguous": [plain.is_contiguous(tensor) for tensor in tensors], "strides": [list(plain.stride(tensor)) for tensor in tensors]}
    first, last = runner.source.data_ptr(), runner.source.data_ptr() + runner.source.numel()
    claimed["aliases"] = [first <= plain.data_ptr(tensor) < last and plain.numel(tensor) > 0 for tensor in tensors]
    return claimed


def overwrite(output, generator) -> None:
    """Overwrites a float output with plausible numbers. They repeat in a large output."""
    import torch

    held = torch.Tensor.detach(output)
    if not held.is_contiguous():
        held.uniform_(-2, 2, generator=generator)
        return
    flat = held.view(-1)
    done = min(_DRAWN, flat.numel())
    flat[:done].uniform_(-2, 2, generator=generator)
    while done < flat.numel():
        more = min(done, flat.numel() - done)
        flat[done : done + more].copy_(flat[:more])
        done += more
