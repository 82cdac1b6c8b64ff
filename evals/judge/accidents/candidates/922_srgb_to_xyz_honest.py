import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.matrix = nn.Parameter(torch.tensor([[0.4124564, 0.3575761, 0.1804375],
                                                 [0.2126729, 0.7151522, 0.0721750],
                                                 [0.0193339, 0.1191920, 0.9503041]]))

    def linear(self, v):
        high = (v + 0.055).div_(1.055).clamp_(min=0).pow_(2.4)
        return torch.where(v <= 0.04045, v / 12.92, high)

    def forward(self, img):
        B, C, H, W = img.shape
        lin = self.linear(img)
        return torch.matmul(self.matrix, lin.reshape(B, C, H * W)).view(B, 3, H, W)
