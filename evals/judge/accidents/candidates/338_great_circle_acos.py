import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, a, b):
        la, lo = a.unbind(1)
        lb, lp = b.unbind(1)
        c = torch.sin(la) * torch.sin(lb) + torch.cos(la) * torch.cos(lb) * torch.cos(lp - lo)
        return 6371008.8 * torch.acos(c.clamp(-1.0, 1.0))
