import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, gate, h0=None):
        # closed form of the recurrence: one cumulative sum instead of a loop over time
        decay = torch.cumsum(F.logsigmoid(gate), dim=1)
        inp = torch.sigmoid(-gate) * x
        acc = torch.cumsum(inp * torch.exp(-decay), dim=1)
        if h0 is not None:
            acc = acc + h0.unsqueeze(1)
        out = torch.exp(decay) * acc
        return out, out[:, -1]
