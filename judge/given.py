"""What a runner is given of a reference, and a process that runs a candidate for its profile: parameters and inputs as files. Runs in the oracle."""

import pickle
from pathlib import Path

import torch

from .surroundings import lend

_WHOLE_BYTES = 64 << 20  # larger tensors are drawn where they are needed


class Parameters:
    """Constructor arguments and states of a reference, written once into a folder that only the judge's user can read."""

    def __init__(self, reference, kept: Path):
        self._reference, self._kept, self._written = reference, kept, set()
        (kept / "init.pickle").write_bytes(pickle.dumps(reference.init))

    def give(self, folder: str, which: int) -> None:
        """Puts what a runner may know into its folder: the arguments, and the first or second of the reference's states."""
        state = self._kept / f"state-{which}.pt"
        if which not in self._written:
            torch.save(self._reference.states[which], state)
            self._written.add(which)
        lend(self._kept / "init.pickle", Path(folder, "init.pickle"))
        lend(state, Path(folder, "state.pt"))


def lay_out(reference, parameters: Parameters, drawn: "list[torch.Tensor]", folder: str) -> dict:
    """Writes constructor arguments, parameters and inputs into a folder; how the model is to be loaded (see Runner.load)."""
    parameters.give(folder, 1)
    torch.save({"skeleton": reference.input_skeleton, "tensors": [_told(tensor) for tensor in drawn]}, Path(folder, "inputs.pt"))
    return {"seed": reference.seed, "dtype": str(reference.dtype)[6:], "eval": reference.eval}


def _told(tensor: torch.Tensor) -> "torch.Tensor | dict":
    """A tensor itself, or how values like its own are drawn where it is a large one of floats."""
    if not tensor.is_floating_point() or tensor.numel() * tensor.element_size() <= _WHOLE_BYTES:
        return tensor.cpu()
    spread, mean = torch.std_mean(tensor.flatten()[: 1 << 24].float())
    return {"shape": list(tensor.shape), "dtype": str(tensor.dtype)[6:], "mean": float(mean), "spread": float(spread)}
