import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 4096, 4096


class Model(nn.Module):
    """Quantized scores from large to small."""

    def forward(self, codes):
        return torch.sort(codes, dim=1, descending=True).values


def get_inputs():
    return [torch.randint(-100, 101, (ROWS, COLS), dtype=torch.int8)]


def get_init_inputs():
    return []
