import torch
import torch.nn as nn


class Model(nn.Module):
    """Euclidean distance of every pixel to the nearest set pixel of the mask; inf for an empty mask."""

    def __init__(self):
        super().__init__()

    def forward(self, mask):
        b, h, w = mask.shape
        dev = mask.device
        ys, xs = torch.meshgrid(torch.arange(h, device=dev), torch.arange(w, device=dev), indexing="ij")
        ys, xs = ys.flatten().float(), xs.flatten().float()
        d2 = (ys[:, None] - ys[None]) ** 2 + (xs[:, None] - xs[None]) ** 2
        seeds = (mask != 0).reshape(b, 1, h * w)
        out = [d2.masked_fill(~s, float("inf")).amin(1).sqrt() for s in seeds]
        return torch.stack(out).view(b, h, w)


def get_inputs():
    return [(torch.rand(2, 28, 36) < 0.05).float()]


def get_init_inputs():
    return []
