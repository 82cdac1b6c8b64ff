import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, reset):
        c = x.double().cumsum(1)
        before = c - x
        pos = torch.arange(x.shape[1], device=x.device).expand_as(reset)
        last = torch.where(reset, pos, torch.full_like(pos, -1)).cummax(1)[0]
        base = torch.where(last >= 0, before.gather(1, last.clamp_min(0)), torch.zeros_like(c))
        return (c - base).to(x.dtype)
