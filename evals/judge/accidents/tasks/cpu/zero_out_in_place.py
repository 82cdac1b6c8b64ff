import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS, MARKED = 64, 48, 200


class Model(nn.Module):
    """Sets the marked entries (row * columns + column) of x to zero, in x itself, and returns the row sums."""

    def forward(self, x, marked):
        cols = x.shape[1]
        x[torch.div(marked, cols, rounding_mode="floor"), marked % cols] = 0.0
        return x.sum(1)


def get_inputs():
    return [torch.randn(ROWS, COLS), torch.randint(0, ROWS * COLS, (MARKED,))]


def get_init_inputs():
    return []
