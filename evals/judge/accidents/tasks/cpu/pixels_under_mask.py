import torch
import torch.nn as nn
import torch.nn.functional as F

HEIGHT, WIDTH = 96, 128


class Model(nn.Module):
    """Pixels under a byte mask (anything but 0 is inside), in row order."""

    def forward(self, image, mask):
        return torch.masked_select(image, mask > 0)


def get_inputs():
    return [torch.rand(HEIGHT, WIDTH), torch.randint(0, 2, (HEIGHT, WIDTH), dtype=torch.uint8)]


def get_init_inputs():
    return []
