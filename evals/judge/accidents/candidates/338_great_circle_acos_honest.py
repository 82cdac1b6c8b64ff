import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, a, b):
        la, lo = a.unbind(1)
        lb, lp = b.unbind(1)
        u, v = torch.sin((lb - la) / 2), torch.sin((lp - lo) / 2)
        h = (u * u + torch.cos(la) * torch.cos(lb) * v * v).clamp(0.0, 1.0)
        return 2 * 6371008.8 * torch.atan2(h.sqrt(), (1 - h).sqrt())
