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
        axis = torch.arange(3, device=x.device).repeat_interleave(torch.tensor(self.sections, device=x.device))
        angle = position_ids.permute(1, 2, 0)[..., axis].float() * self.inv_freq
        cos, sin = angle.cos().unsqueeze(1), angle.sin().unsqueeze(1)
        a, b = x[..., :h], x[..., h:]
        return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)
