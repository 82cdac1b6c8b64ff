import torch
import torch.nn as nn


class Model(nn.Module):
    """Batched linear least squares min |A x - b| for full-rank tall A, by QR."""

    def __init__(self):
        super().__init__()

    def forward(self, A, b):
        Q, R = torch.linalg.qr(A)
        y = Q.mT @ b.unsqueeze(-1)
        return torch.linalg.solve_triangular(R, y, upper=True).squeeze(-1).contiguous()


def get_inputs():
    A = torch.randn(256, 48, 5)
    x = torch.randn(256, 5)
    b = (A @ x.unsqueeze(-1)).squeeze(-1) + 0.1 * torch.randn(256, 48)
    return [A, b]


def get_init_inputs():
    return []
