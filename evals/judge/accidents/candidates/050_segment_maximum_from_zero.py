import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, segments):
        super().__init__()
        self.segments = segments

    def forward(self, x, segment):
        index = segment.view(-1, 1).expand(-1, x.shape[1])
        out = x.new_zeros(self.segments, x.shape[1])
        return out.scatter_reduce(0, index, x, reduce="amax")
