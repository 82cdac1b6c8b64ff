import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, logits, prior):
        z = logits * prior
        z = z - z.max(dim=-1, keepdim=True).values
        s = torch.sort(z, dim=-1, descending=True).values
        c = s.cumsum(dim=-1)
        k = torch.arange(1, z.shape[-1] + 1, dtype=z.dtype, device=z.device)
        support = (1.0 + k * s > c).sum(dim=-1, keepdim=True)
        tau = (c.gather(-1, support - 1) - 1.0) / support
        return (z - tau).clamp(min=0.0)


def get_inputs():
    return [3.0 * torch.randn(512, 256), 0.5 + torch.rand(512, 256)]


def get_init_inputs():
    return []
