import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        hi, lo = x.amax(-1, keepdim=True), x.amin(-1, keepdim=True)
        amax = torch.maximum(hi, -lo)
        scale = amax / 127.0
        q = torch.round(x / scale)
        return q.to(torch.int8), scale, q * scale
