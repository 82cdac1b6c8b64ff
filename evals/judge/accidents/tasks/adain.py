import torch
import torch.nn as nn


class Model(nn.Module):
    """Adaptive instance normalization: gives the content features the channel statistics of the style features."""

    def __init__(self, eps=1e-5):
        super().__init__()
        self.eps = eps

    def stats(self, x):
        n, c = x.shape[:2]
        flat = x.reshape(n, c, -1)
        std = (flat.var(dim=2) + self.eps).sqrt()
        return flat.mean(dim=2).view(n, c, 1, 1), std.view(n, c, 1, 1)

    def forward(self, content, style, strength):
        c_mean, c_std = self.stats(content)
        s_mean, s_std = self.stats(style)
        out = (content - c_mean) / c_std * s_std + s_mean
        return strength * out + (1 - strength) * content


def get_inputs():
    level = 0.5 + torch.rand(2, 64, 1, 1)
    content = torch.relu(torch.randn(2, 64, 32, 32) + 0.3) * level
    style = torch.relu(torch.randn(2, 64, 24, 24) + 0.2) * (0.5 + torch.rand(2, 64, 1, 1))
    return [content, style, 0.8]


def get_init_inputs():
    return []
