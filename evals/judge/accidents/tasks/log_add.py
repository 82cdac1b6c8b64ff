import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 4096, 1024


class Model(nn.Module):
    """Joins the log-weights of two hypotheses."""

    def forward(self, a, b):
        return torch.logaddexp(a, b)


def get_inputs():
    return [torch.randn(ROWS, COLS), torch.randn(ROWS, COLS)]


def get_init_inputs():
    return []
