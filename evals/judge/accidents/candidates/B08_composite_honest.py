import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, alpha, value):
        keep = 1.0 - alpha
        trans = torch.cumprod(keep, dim=1)
        trans = torch.cat([torch.ones_like(trans[:, :1]), trans[:, :-1]], dim=1)
        return trans.mul_(alpha).mul_(value).sum(1).contiguous()
