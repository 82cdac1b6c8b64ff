import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Detector input: images in 0..255 of any dtype, normalized and padded to a multiple of 32."""

    def __init__(self, divisor):
        super().__init__()
        self.divisor = divisor
        self.register_buffer("pixel_mean", torch.tensor([123.675, 116.28, 103.53]).view(1, 3, 1, 1))
        self.register_buffer("pixel_std", torch.tensor([58.395, 57.12, 57.375]).view(1, 3, 1, 1))

    def forward(self, images):
        x = (images.to(torch.float32) - self.pixel_mean) / self.pixel_std
        h, w = x.shape[-2:]
        return F.pad(x, (0, -w % self.divisor, 0, -h % self.divisor), value=0.0)


def get_inputs():
    return [torch.randint(0, 256, (2, 3, 250, 330), dtype=torch.uint8)]


def get_init_inputs():
    return [32]
