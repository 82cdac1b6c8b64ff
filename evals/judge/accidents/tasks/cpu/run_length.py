import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Fixed-size run-length code per row: values and lengths of the runs, zeros after the last run."""
    def forward(self, x):
        b, n = x.shape
        start = torch.ones(b, n, dtype=torch.bool, device=x.device)
        start[:, 1:] = x[:, 1:] != x[:, :-1]
        run = start.long().cumsum(1) - 1
        length = torch.zeros_like(x).scatter_add(1, run, torch.ones_like(x))
        value = torch.zeros_like(x).scatter(1, run, x)
        return value, length


def get_inputs():
    return [torch.randint(0, 3, (256, 1024))]


def get_init_inputs():
    return []
