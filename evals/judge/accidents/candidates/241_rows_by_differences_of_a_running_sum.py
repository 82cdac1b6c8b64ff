import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, starts, columns, values, x):
        total = F.pad(torch.cumsum(values * x[columns], 0), (1, 0))
        return total[starts[1:]] - total[starts[:-1]]
