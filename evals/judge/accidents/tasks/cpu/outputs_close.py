import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 64, 128


class Model(nn.Module):
    """Which outputs of two runs agree within the usual tolerances."""

    def __init__(self, rtol, atol):
        super().__init__()
        self.rtol, self.atol = rtol, atol

    def forward(self, a, b):
        return torch.isclose(a, b, rtol=self.rtol, atol=self.atol)


def get_inputs():
    a = torch.randn(ROWS, COLS)
    return [a, a + 2e-3 * torch.randn(ROWS, COLS)]


def get_init_inputs():
    return [1e-3, 1e-3]
