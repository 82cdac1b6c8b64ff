import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Features with unusable values replaced, and their row maxima."""

    def forward(self, x):
        x = torch.nan_to_num(x)
        return x, x.amax(1)


def get_inputs():
    x = torch.randn(256, 400)
    return [x.masked_fill(torch.rand(256, 400) < 0.02, float("nan"))]


def get_init_inputs():
    return []
