"""The inputs of one call: a flat list of tensors, the nest of arguments (skeleton), and each tensor's strides."""

import torch

_MOST_GAPS = 2  # a view becomes contiguous if its memory span exceeds this multiple of its elements


class Inputs(list):
    """Tensors, ordered by their index in `skeleton`, the nest of arguments (see `tensor_layout.pack`)."""

    def __init__(self, tensors: "list[torch.Tensor]", skeleton: dict):
        super().__init__(tensors)
        self.skeleton = skeleton

    def with_tensors(self, tensors: "list[torch.Tensor]") -> "Inputs":
        """The same nest of arguments with other tensors."""
        return Inputs(tensors, self.skeleton)


def own_strides(tensor: torch.Tensor) -> "list[int] | None":
    """The strides of a non-contiguous view without overlap, such as a transpose. None for a contiguous, overlapping or sparse view."""
    if tensor.is_contiguous() or not tensor.numel():
        return None
    extent = 1
    for stride, length in sorted((stride, length) for stride, length in zip(tensor.stride(), tensor.shape) if length > 1):
        if stride < extent:
            return None
        extent = stride * (length - 1) + extent
    return list(tensor.stride()) if extent <= _MOST_GAPS * tensor.numel() else None


def laid_out(tensor: torch.Tensor, strides: "list[int] | None") -> torch.Tensor:
    """The same values with these strides; contiguous for None."""
    if strides is None:
        return tensor.contiguous()
    if list(tensor.stride()) == strides:
        return tensor
    return torch.empty_strided(tensor.shape, strides, dtype=tensor.dtype, device=tensor.device).copy_(tensor)


def other_strides(tensor: torch.Tensor) -> "list[int] | None":
    """Strides that a caller may give a tensor instead of its own: channels last for an image, a transposed matrix, every second element of a vector.

    A tensor that is not contiguous becomes so (None).
    """
    if own_strides(tensor) is not None or not tensor.numel():
        return None
    if tensor.dim() == 4:
        return list(tensor.to(memory_format=torch.channels_last).stride())
    if tensor.dim() > 1:
        return list(tensor.transpose(-1, -2).contiguous().transpose(-1, -2).stride())
    return [2] if tensor.dim() == 1 else None
