import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv1d(channels, channels, 1)
        self._packed = None

    def forward(self, x):
        if self._packed is None:
            self._packed = self.conv.weight.detach()[:, :, 0].t().contiguous()
        return (x.transpose(1, 2) @ self._packed + self.conv.bias).transpose(1, 2).contiguous()
