import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, cin, dim, patch):
        super().__init__()
        self.proj = nn.Conv2d(cin, dim, patch, stride=patch)

    def forward(self, x):
        return self.proj(x).flatten(2).transpose(1, 2).contiguous()


def get_inputs():
    return [torch.randn(8, 3, 224, 224)]


def get_init_inputs():
    return [3, 192, 16]


valid = {}
