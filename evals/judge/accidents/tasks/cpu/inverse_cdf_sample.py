import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Draws one index per uniform number from rows of nonnegative weights."""
    def forward(self, weight, u):
        c = weight.cumsum(-1)
        i = torch.searchsorted(c, u * c[:, -1:], right=True)
        return i.clamp_max(weight.shape[1] - 1)


def empirical_frequencies():
    draws = torch.randint(0, 1024, (256, 4096))
    return torch.zeros(256, 1024).scatter_add(1, draws, torch.ones(256, 4096)) / 4096


def get_inputs():
    return [empirical_frequencies(), torch.rand(256, 64)]


def get_init_inputs():
    return []
