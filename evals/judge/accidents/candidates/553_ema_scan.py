import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, y0, alpha):
        decay = 1.0 - alpha
        w = decay ** torch.arange(1, x.shape[1] + 1, dtype=x.dtype, device=x.device)
        out = w * (y0.unsqueeze(1) + alpha * torch.cumsum(x / w, dim=1))
        return out, out[:, -1].contiguous()
