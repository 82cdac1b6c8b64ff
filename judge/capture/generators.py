"""The random generators that a module may draw from: torch's on the CPU and on each CUDA device, Python's, and NumPy's if the script uses it."""

import contextlib
import random
import sys
from collections.abc import Generator

import torch


class Generators:
    """The states of all generators when it was made."""

    def __init__(self) -> None:
        self._cpu, self._python = torch.get_rng_state(), random.getstate()
        self._cuda = torch.cuda.get_rng_state_all() if torch.cuda.is_initialized() else []
        numpy = sys.modules.get("numpy")
        self._numpy = numpy.random.get_state() if numpy else None

    def restore(self) -> None:
        """Puts every generator back into its state."""
        torch.set_rng_state(self._cpu)
        random.setstate(self._python)
        if self._cuda:
            torch.cuda.set_rng_state_all(self._cuda)
        if self._numpy is not None:
            sys.modules["numpy"].random.set_state(self._numpy)


@contextlib.contextmanager
def untouched() -> "Generator[None, None, None]":
    """Leaves all generators at its end as they were at its start."""
    before = Generators()
    try:
        yield
    finally:
        before.restore()
