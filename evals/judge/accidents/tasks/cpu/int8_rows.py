import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Symmetric per-row int8 quantization as for a KV cache."""
    def forward(self, x):
        scale = x.abs().amax(-1, keepdim=True).clamp_min(1e-8) / 127.0
        q = torch.round(x / scale).clamp(-127, 127)
        return q.to(torch.int8), scale, q * scale


def get_inputs():
    return [torch.randn(4, 8, 512, 64)]


def get_init_inputs():
    return []
