import torch
import torch.nn as nn


class Model(nn.Module):
    """Composites image layers, front to back: alpha (b, l, h, w), color (b, l, 3, h, w); image and its opacity."""

    def __init__(self):
        super().__init__()

    def forward(self, alpha, color):
        trans = torch.ones_like(alpha[:, 0])
        image = torch.zeros_like(color[:, 0])
        for i in range(alpha.shape[1]):
            image = image + (trans * alpha[:, i]).unsqueeze(1) * color[:, i]
            trans = trans * (1 - alpha[:, i])
        return image.contiguous(), (1 - trans).contiguous()


def get_inputs():
    alpha = 0.6 * torch.rand(2, 12, 48, 48)
    return [alpha, torch.rand(2, 12, 3, 48, 48)]


def get_init_inputs():
    return []
