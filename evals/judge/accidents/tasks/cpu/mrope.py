import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Multimodal rotary embedding: position_ids (3, B, T) for time, height, width; each owns a section of frequencies."""
    def __init__(self, dim, sections):
        super().__init__()
        self.sections = list(sections)
        self.register_buffer("inv_freq", 10000.0 ** (-torch.arange(0, dim, 2).float() / dim))

    def forward(self, x, position_ids):
        a = position_ids[..., None].float() * self.inv_freq
        a = torch.cat([part[i] for i, part in enumerate(a.split(self.sections, -1))], -1)
        c = torch.cat([a, a], -1).cos().unsqueeze(1)
        s = torch.cat([a, a], -1).sin().unsqueeze(1)
        h = x.shape[-1] // 2
        return x * c + torch.cat([-x[..., h:], x[..., :h]], -1) * s


def get_inputs():
    return [torch.randn(8, 12, 256, 64), torch.arange(256).expand(3, 8, 256)]


def get_init_inputs():
    return [64, (8, 12, 12)]
