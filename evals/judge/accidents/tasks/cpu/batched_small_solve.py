import torch
import torch.nn as nn


class Model(nn.Module):
    """Solves many small dense systems A x = b; A (B, n, n), b (B, n)."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, A, b):
        return torch.linalg.solve(A, b.unsqueeze(-1)).squeeze(-1).contiguous()


def get_inputs():
    A = 4.0 * torch.eye(6) + 0.5 * torch.randn(2048, 6, 6)
    return [A, torch.randn(2048, 6)]


def get_init_inputs():
    return []
