import torch
import torch.nn as nn


class Model(nn.Module):
    """Batched Kalman filter with learned dynamics and noise factors (Q = q q^T, R = r r^T)."""

    def __init__(self, n, m):
        super().__init__()
        self.F = nn.Parameter(torch.eye(n) + 0.1 * torch.randn(n, n) / n ** 0.5)
        self.H = nn.Parameter(torch.randn(m, n) / n ** 0.5)
        self.q = nn.Parameter(0.1 * torch.eye(n))
        self.r = nn.Parameter(torch.diag(0.3 + 0.3 * torch.rand(m)))

    def forward(self, x, P, z):
        Q, R = self.q @ self.q.T, self.r @ self.r.T
        eye = torch.eye(P.shape[-1], dtype=P.dtype, device=P.device)
        P = 0.5 * (P + P.transpose(1, 2))
        means = []
        for t in range(z.shape[1]):
            x = x @ self.F.T
            P = self.F @ P @ self.F.T + Q
            PHt = P @ self.H.T
            S = self.H @ PHt + R
            K = torch.linalg.solve(S, PHt.transpose(1, 2)).transpose(1, 2)
            x = x + (K @ (z[:, t] - x @ self.H.T).unsqueeze(-1)).squeeze(-1)
            P = (eye - K @ self.H) @ P
            means.append(x)
        return torch.stack(means, 1), P


def get_inputs():
    root = torch.randn(32, 4, 4) * 0.3
    return [torch.randn(32, 4), root @ root.transpose(1, 2) + 0.5 * torch.eye(4), torch.randn(32, 40, 3)]


def get_init_inputs():
    return [4, 3]
