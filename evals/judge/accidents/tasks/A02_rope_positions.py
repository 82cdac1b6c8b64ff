import torch
import torch.nn as nn
import torch.nn.functional as F


MAX_POS = 2048
valid = {"position_ids": (0, MAX_POS - 1)}


class Model(nn.Module):
    def __init__(self, head_dim, max_pos, base):
        super().__init__()
        inv = 1.0 / (base ** (torch.arange(0, head_dim, 2).float() / head_dim))
        f = torch.outer(torch.arange(max_pos).float(), inv)
        self.register_buffer("cos", f.cos())
        self.register_buffer("sin", f.sin())

    def forward(self, q, position_ids):
        cos = self.cos[position_ids].unsqueeze(1)
        sin = self.sin[position_ids].unsqueeze(1)
        cos = torch.cat([cos, cos], -1)
        sin = torch.cat([sin, sin], -1)
        a, b = q.chunk(2, -1)
        return q * cos + torch.cat([-b, a], -1) * sin


def get_inputs():
    return [torch.randn(2, 16, 256, 64), torch.arange(256).unsqueeze(0).repeat(2, 1)]


def get_init_inputs():
    return [64, MAX_POS, 10000.0]
