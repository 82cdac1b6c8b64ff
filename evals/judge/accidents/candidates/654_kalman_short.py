import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, P, z, H, R):
        HP = H @ P
        S = HP @ H.mT + R
        K = torch.linalg.solve(S.mT, (P @ H.mT).mT).mT
        innovation = z.unsqueeze(-1) - H @ x.unsqueeze(-1)
        x_new = x + (K @ innovation).squeeze(-1)
        P_new = P - K @ HP
        return x_new, P_new
