import torch
import torch.nn as nn


class Model(nn.Module):
    """Cholesky factor of L L^T + alpha x x^T.

    chol [B, n, n] lower triangular, x [B, n], alpha a number -> [B, n, n].
    """

    def forward(self, chol, x, alpha):
        low = torch.tril(chol).double()
        v = x.double()
        a = low @ low.transpose(1, 2) + alpha * v[:, :, None] * v[:, None, :]
        # LAPACK's factor is stored by columns
        return torch.linalg.cholesky(a).to(chol.dtype).contiguous()


def get_inputs():
    B, n = 64, 32
    m = torch.randn(B, n, n)
    a = m @ m.transpose(1, 2) / n + torch.eye(n)
    chol = torch.linalg.cholesky(a).contiguous()
    alpha = 0.2 + 1.8 * torch.rand(()).item()
    return [chol, torch.randn(B, n), alpha]


def get_init_inputs():
    return []
