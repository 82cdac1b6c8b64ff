import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        top = torch.maximum(x.amax(1, keepdim=True), -x.amin(1, keepdim=True)).clamp(min=1e-8)
        scale = top / 127
        return torch.round(x / scale).clamp(-127, 127), scale
