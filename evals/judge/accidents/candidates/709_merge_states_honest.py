import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, out_a, lse_a, out_b, lse_b):
        lse = torch.logaddexp(lse_a, lse_b)
        base = lse.masked_fill(lse == float("-inf"), 0.0)
        wa = torch.exp(lse_a - base).unsqueeze(-1)
        wb = torch.exp(lse_b - base).unsqueeze(-1)
        return out_a * wa + out_b * wb, lse
