import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, segments):
        super().__init__()
        self.segments = segments

    def forward(self, x, segment):
        total = x.new_zeros(self.segments, x.shape[1]).index_add_(0, segment, x)
        count = x.new_zeros(self.segments, 1).index_add_(0, segment, torch.ones_like(x[:, :1]))
        return total / count.clamp(min=1)
