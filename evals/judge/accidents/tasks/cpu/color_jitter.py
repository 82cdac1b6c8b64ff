import torch
import torch.nn as nn


class Model(nn.Module):
    """Brightness, then contrast, then saturation, one factor per image; every step stays in [0, 1]."""

    def __init__(self):
        super().__init__()

    @staticmethod
    def gray(img):
        return (0.2989 * img[:, 0] + 0.587 * img[:, 1] + 0.114 * img[:, 2]).unsqueeze(1)

    def forward(self, img, brightness, contrast, saturation):
        b = brightness.view(-1, 1, 1, 1)
        c = contrast.view(-1, 1, 1, 1)
        s = saturation.view(-1, 1, 1, 1)
        img = (img * b).clamp(0, 1)
        mean = self.gray(img).mean(dim=(-3, -2, -1), keepdim=True)
        img = (c * img + (1 - c) * mean).clamp(0, 1)
        img = (s * img + (1 - s) * self.gray(img)).clamp(0, 1)
        return img


def get_inputs():
    img = 0.25 + 0.5 * torch.rand(4, 3, 96, 96)
    return [img] + [0.9 + 0.2 * torch.rand(4) for _ in range(3)]


def get_init_inputs():
    return []
