"""How a runner hands its outputs over, and what it says of them. Copied beside each runner."""

from layout import pack, specs


def hand_over(runner, outputs: list) -> None:
    """In as few launches as can be: a slow hand-over would hide work that the call has left undone."""
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


def said(runner, output) -> dict:
    """Structure, shapes, layout and aliases of one output, as the runner claims them."""
    plain, tensors = runner.torch.Tensor, []  # plain: its own methods, an output may carry others under the same names
    said = {"skeleton": pack(output, tensors), "specs": specs(tensors), "devices": [tensor.device.type for tensor in tensors]}
    said |= {"contiguous": [plain.is_contiguous(tensor) for tensor in tensors], "strides": [list(plain.stride(tensor)) for tensor in tensors]}
    first, last = runner.source.data_ptr(), runner.source.data_ptr() + runner.source.numel()
    said["aliases"] = [first <= plain.data_ptr(tensor) < last and plain.numel(tensor) > 0 for tensor in tensors]
    return said
