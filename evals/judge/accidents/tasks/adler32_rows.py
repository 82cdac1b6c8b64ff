import torch
import torch.nn as nn


class Model(nn.Module):
    """Adler-32 checksum of each row of bytes (uint8), as int64."""

    def __init__(self):
        super().__init__()

    def forward(self, data):
        x = data.long()
        n = x.shape[1]
        a = (1 + x.sum(1)) % 65521
        b = (n + (x * torch.arange(n, 0, -1, device=x.device)).sum(1)) % 65521
        return (b << 16) | a


def get_inputs():
    return [torch.randint(32, 127, (64, 8192), dtype=torch.uint8)]


def get_init_inputs():
    return []
