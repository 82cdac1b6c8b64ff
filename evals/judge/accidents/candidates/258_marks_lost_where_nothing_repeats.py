import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, x, counts):
        ends = counts.cumsum(0)
        total = int(ends[-1])
        marks = torch.zeros(total + 1, dtype=torch.int64, device=x.device)
        marks[ends[:-1]] = 1
        return x[marks[:total].cumsum(0)]
