import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Bilateral filter of every channel, reflected borders; sigma_color is in units of the image."""

    def __init__(self, size, sigma_space):
        super().__init__()
        self.size = size
        r = torch.arange(size).float() - size // 2
        g = torch.exp(-(r[:, None] ** 2 + r[None, :] ** 2) / (2 * sigma_space**2))
        self.register_buffer("space", g.flatten())

    def forward(self, x, sigma_color):
        b, c, h, w = x.shape
        r = self.size // 2
        p = F.pad(x, (r, r, r, r), mode="reflect")
        win = p.unfold(2, self.size, 1).unfold(3, self.size, 1).reshape(b, c, h, w, -1)
        d = win - x.unsqueeze(-1)
        wt = torch.exp(-(d * d) / (2 * sigma_color**2)) * self.space
        return (wt * win).sum(-1) / wt.sum(-1)


def get_inputs():
    b, c, h, w = 2, 3, 48, 48
    coarse = torch.rand(b, c, 6, 6)
    img = F.interpolate(coarse, size=(h, w), mode="nearest")
    img = (img + 0.05 * torch.randn(b, c, h, w)).clamp(0, 1)
    return [img, 0.1]


def get_init_inputs():
    return [5, 1.5]
