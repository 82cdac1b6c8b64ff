import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, frequencies):
        super().__init__()
        self.register_buffer("frequency", torch.exp(-torch.linspace(0, 5, frequencies)))

    def forward(self, stamps, reference):
        since = stamps.float() - reference.float()
        phase = torch.outer(since, self.frequency)
        return torch.cat([phase.sin(), phase.cos()], dim=1)
