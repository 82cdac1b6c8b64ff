"""What a process is given that runs a candidate for its profile: parameters, and inputs of its own, as files. Runs in the oracle."""

from pathlib import Path

import torch

_WHOLE_BYTES = 64 << 20  # larger tensors are drawn where they are needed


def lay_out(reference, drawn: "list[torch.Tensor]", folder: str) -> dict:
    """Writes constructor arguments, parameters and inputs into a folder; how the model is to be loaded (see Runner.load)."""
    reference.save(folder, 1)
    torch.save({"skeleton": reference.input_skeleton, "tensors": [_told(tensor) for tensor in drawn]}, Path(folder, "inputs.pt"))
    return {"seed": reference.seed, "dtype": str(reference.dtype)[6:], "eval": reference.eval}


def _told(tensor: torch.Tensor) -> "torch.Tensor | dict":
    """A tensor itself, or how values like its own are drawn where it is a large one of floats."""
    if not tensor.is_floating_point() or tensor.numel() * tensor.element_size() <= _WHOLE_BYTES:
        return tensor.cpu()
    spread, mean = torch.std_mean(tensor.flatten()[: 1 << 24].float())
    return {"shape": list(tensor.shape), "dtype": str(tensor.dtype)[6:], "mean": float(mean), "spread": float(spread)}
