import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 4096, 2048


class Model(nn.Module):
    """The gain grows with the calls, up to 1 at the 100th; the count is part of the state."""

    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))

    def forward(self, x):
        self.calls += 1
        return x * (self.calls / 100).clamp(max=1.0)


def get_inputs():
    return [torch.randn(ROWS, COLS)]


def get_init_inputs():
    return []
