import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, P, z, H, R):
        dtype = x.dtype
        x, P, z, H, R = x.double(), P.double(), z.double(), H.double(), R.double()
        HP = H @ P
        S = HP @ H.mT + R
        K = torch.linalg.solve(S.mT, (P @ H.mT).mT).mT
        innovation = z.unsqueeze(-1) - H @ x.unsqueeze(-1)
        x_new = x + (K @ innovation).squeeze(-1)
        A = torch.eye(x.shape[-1], dtype=x.dtype, device=x.device) - K @ H
        P_new = A @ P @ A.mT + K @ R @ K.mT
        return x_new.to(dtype), P_new.to(dtype)
