import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 64, 50


class Model(nn.Module):
    """Poisson loss of count data with the Stirling term."""

    def forward(self, log_rate, counts):
        return F.poisson_nll_loss(log_rate, counts, log_input=True, full=True)


def get_inputs():
    return [torch.randn(ROWS, COLS), torch.randint(2, 30, (ROWS, COLS)).float()]


def get_init_inputs():
    return []
