import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, largest):
        super().__init__()
        self.largest = largest

    def forward(self, a, b, c):
        norm = torch.cat([a.flatten(), b.flatten(), c.flatten()]).norm()
        factor = torch.clamp(self.largest / (norm + 1e-6), max=1.0)
        return a * factor, b * factor, c * factor, norm
