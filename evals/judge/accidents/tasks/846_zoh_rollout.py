import torch
import torch.nn as nn


class Model(nn.Module):
    """Rollout of a continuous linear system under zero-order hold: x' = A x + B u, y = C x."""

    def __init__(self, n, m):
        super().__init__()
        self.n, self.m = n, m
        self.A = nn.Parameter(0.3 * torch.randn(n, n) - 1.0 * torch.eye(n))
        self.B = nn.Parameter(torch.randn(n, m) / m ** 0.5)
        self.C = nn.Parameter(torch.randn(m, n) / n ** 0.5)

    def forward(self, x0, u, dt):
        block = torch.zeros(self.n + self.m, self.n + self.m, dtype=x0.dtype, device=x0.device)
        block[: self.n, : self.n] = self.A
        block[: self.n, self.n :] = self.B
        e = torch.linalg.matrix_exp(block * dt)
        ad, bd = e[: self.n, : self.n], e[: self.n, self.n :]
        x, ys = x0, []
        for t in range(u.shape[1]):
            x = x @ ad.T + u[:, t] @ bd.T
            ys.append(x @ self.C.T)
        return torch.stack(ys, 1)


def get_inputs():
    return [torch.randn(64, 16), torch.randn(64, 100, 4), torch.tensor(0.05)]


def get_init_inputs():
    return [16, 4]
