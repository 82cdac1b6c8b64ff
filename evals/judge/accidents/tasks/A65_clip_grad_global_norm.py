import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, max_norm):
        super().__init__()
        self.max_norm = max_norm

    def forward(self, g_qkv, g_proj, g_fc, g_bias):
        grads = [g_qkv, g_proj, g_fc, g_bias]
        norms = torch.stack([g.norm() for g in grads])
        coef = self.max_norm / (norms.norm() + 1e-6)
        coef = torch.clamp(coef, max=1.0)
        return torch.cat([(g * coef).flatten() for g in grads])


def get_inputs():
    return [torch.randn(1152, 384) * 0.05, torch.randn(384, 384) * 0.05,
            torch.randn(1536, 384) * 0.05, torch.randn(1536) * 0.05]


def get_init_inputs():
    return [1.0]


valid = {}
