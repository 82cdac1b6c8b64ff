import torch
import torch.nn as nn


class Model(nn.Module):
    """Linear attention with a data-dependent scalar forget gate per head (log space)."""

    def __init__(self):
        super().__init__()

    def forward(self, q, k, v, log_g):
        B, H, T, D = q.shape
        q = q * D ** -0.5
        S = torch.zeros(B, H, D, v.shape[-1], dtype=q.dtype, device=q.device)
        g = torch.exp(log_g)
        outs = []
        for t in range(T):
            S = g[:, :, t, None, None] * S + k[:, :, t, :, None] * v[:, :, t, None, :]
            outs.append((q[:, :, t, None, :] @ S).squeeze(-2))
        return torch.stack(outs, dim=2)


valid = {"log_g": (-20.0, 0.0)}


def get_inputs():
    B, H, T, D = 2, 4, 192, 32
    log_g = torch.nn.functional.logsigmoid(torch.randn(B, H, T) + 4.0)
    return [torch.randn(B, H, T, D), torch.randn(B, H, T, D), torch.randn(B, H, T, D), log_g]


def get_init_inputs():
    return []
