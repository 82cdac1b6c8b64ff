import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 2048, 2048


class Model(nn.Module):
    """Dropout with a mask that the caller draws; in evaluation x passes as it is."""

    def forward(self, x, keep):
        if not self.training:
            return x * 1.0
        return x * keep / 0.9


def get_inputs():
    return [torch.randn(ROWS, COLS), (torch.rand(ROWS, COLS) < 0.9).float()]


def get_init_inputs():
    return []
