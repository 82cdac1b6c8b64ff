import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        x = F.pad(x, (1, 1, 1, 1))
        return x.unfold(2, 3, 2).unfold(3, 3, 2).amax((-2, -1))
