import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, cache, new, slots):
        out = cache.clone()
        out[slots] = new
        return out
