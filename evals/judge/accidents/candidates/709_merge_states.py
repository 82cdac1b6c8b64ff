import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, out_a, lse_a, out_b, lse_b):
        w = torch.sigmoid(lse_a - lse_b)
        out = out_b + (out_a - out_b) * w.unsqueeze(-1)
        return out, lse_a - torch.log(w)
