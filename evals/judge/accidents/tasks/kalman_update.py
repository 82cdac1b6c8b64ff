import torch
import torch.nn as nn


class Model(nn.Module):
    """Measurement update of a batch of Kalman filters, Joseph form, computed in double precision."""

    def __init__(self):
        super().__init__()

    def forward(self, x, P, z, H, R):
        dtype = x.dtype
        x, P, z, H, R = (t.double() for t in (x, P, z, H, R))
        S = H @ P @ H.mT + R
        K = torch.linalg.solve(S.mT, (P @ H.mT).mT).mT
        innovation = z - (H @ x.unsqueeze(-1)).squeeze(-1)
        x_new = x + (K @ innovation.unsqueeze(-1)).squeeze(-1)
        A = torch.eye(x.shape[-1], dtype=x.dtype, device=x.device) - K @ H
        P_new = A @ P @ A.mT + K @ R @ K.mT
        return x_new.to(dtype), P_new.to(dtype)


def get_inputs():
    b, n, m = 512, 4, 2
    L = torch.randn(b, n, n) * 0.5
    P = L @ L.mT + 0.5 * torch.eye(n)
    H = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]])
    R = torch.diag(0.2 + 0.5 * torch.rand(m))
    return [torch.randn(b, n), P, torch.randn(b, m), H, R]


def get_init_inputs():
    return []
