import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        b, c, h, w = x.shape
        x = F.pad(x, (0, w % 2, 0, h % 2))
        total = x[..., ::2, ::2] + x[..., 1::2, ::2] + x[..., ::2, 1::2] + x[..., 1::2, 1::2]
        size = torch.full(total.shape[-2:], 4.0, device=x.device)
        if h % 2:
            size[-1] /= 2
        if w % 2:
            size[:, -1] /= 2
        return total / size
