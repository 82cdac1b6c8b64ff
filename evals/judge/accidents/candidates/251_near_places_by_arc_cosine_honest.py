import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, a, b):
        a, b = torch.deg2rad(a), torch.deg2rad(b)
        lat_a, lat_b = a[:, 0], b[:, 0]
        d = torch.sin((b - a) * 0.5).square()
        h = d[:, 0] + torch.cos(lat_a) * torch.cos(lat_b) * d[:, 1]
        return 12742.0 * torch.asin(h.sqrt())
