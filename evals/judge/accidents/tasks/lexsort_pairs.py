import torch
import torch.nn as nn


class Model(nn.Module):
    """Permutation that sorts int32 pairs by primary, then by secondary; equal pairs keep their order."""

    def __init__(self):
        super().__init__()

    def forward(self, primary, secondary):
        order = torch.argsort(secondary, stable=True)
        return order[torch.argsort(primary[order], stable=True)]


def get_inputs():
    n = 20000
    return [torch.randint(-200, 200, (n,), dtype=torch.int32),
            torch.randint(0, 1000, (n,), dtype=torch.int32)]


def get_init_inputs():
    return []
