import torch
import torch.nn as nn
import torch.nn.functional as F

valid = {"g": (-60, 0)}


class Model(nn.Module):
    """S_t = exp(g_t) S_{t-1} + k_t v_t^T, o_t = q_t S_t."""

    def forward(self, q, k, v, g):
        B, H, T, D = q.shape
        S = torch.zeros(B, H, D, v.shape[-1], dtype=q.dtype, device=q.device)
        out = []
        for t in range(T):
            S = g[:, :, t, None, None].exp() * S + k[:, :, t, :, None] * v[:, :, t, None, :]
            out.append((q[:, :, t, None, :] @ S).squeeze(-2))
        return torch.stack(out, dim=2)


def get_inputs():
    B, H, T, D = 2, 4, 64, 32
    q, k, v = torch.randn(B, H, T, D), torch.randn(B, H, T, D) * D ** -0.5, torch.randn(B, H, T, D)
    return [q, k, v, F.logsigmoid(3 + torch.randn(B, H, T))]


def get_init_inputs():
    return []
