"""Exports a reference's parameters and inputs as files, for runners and for the process that profiles a candidate. Runs in the oracle."""

import pickle
from pathlib import Path

import torch

from judge.oracle.task.inputs import Inputs
from judge.protocol.oracle_messages import Loading
from judge.sandbox.paths import lend

_WHOLE_BYTES = 64 << 20  # larger tensors are not written; the reader draws similar values


class Parameters:
    """Constructor arguments and states of a reference. Each is written once into `kept`, a folder that only the judge's user can read."""

    def __init__(self, reference, kept: Path):
        self._reference, self._kept, self._written = reference, kept, set()
        (kept / "init.pickle").write_bytes(pickle.dumps(reference.init))

    def give(self, folder: str, which: int, values: "dict[str, torch.Tensor] | None" = None) -> None:
        """Puts the constructor arguments and state number `which` into a runner's folder. `values`: a part of a state, under a number of its own."""
        state = self._kept / f"state-{which}.pt"
        if which not in self._written:
            torch.save(self._reference.states[which] if values is None else values, state)
            self._written.add(which)
        lend(self._kept / "init.pickle", Path(folder, "init.pickle"))
        lend(state, Path(folder, "state.pt"))


def lay_out(reference, parameters: Parameters, drawn: Inputs, folder: str) -> Loading:
    """Writes constructor arguments, parameters and inputs into a folder. Returns the arguments of Runner.load."""
    parameters.give(folder, 1)
    torch.save({"skeleton": drawn.skeleton, "tensors": [_reported(tensor) for tensor in drawn]}, Path(folder, "inputs.pt"))
    return reference.loading()


def _reported(tensor: torch.Tensor) -> "torch.Tensor | dict":
    """The tensor on the CPU. A large float tensor is replaced by {shape, dtype, mean, spread}, from which the reader draws values."""
    if not tensor.is_floating_point() or tensor.numel() * tensor.element_size() <= _WHOLE_BYTES:
        return tensor.cpu()
    spread, mean = torch.std_mean(tensor.flatten()[: 1 << 24].float())
    return {"shape": list(tensor.shape), "dtype": str(tensor.dtype)[6:], "mean": float(mean), "spread": float(spread)}
