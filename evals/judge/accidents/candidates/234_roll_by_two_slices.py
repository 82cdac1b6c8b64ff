import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, frames, written):
        start = int(written)
        return torch.cat([frames[start:], frames[:start]])
