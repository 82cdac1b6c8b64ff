import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, WINDOW, FEATURES = 4, 32, 64


class Model(nn.Module):
    """The newest vector goes into the ring, the mean over the window comes out."""

    def forward(self, x, ring, position):
        ring[:, position % ring.shape[1]] = x
        return ring.mean(1)


def get_inputs():
    return [torch.randn(BATCH, FEATURES), torch.randn(BATCH, WINDOW, FEATURES), WINDOW // 2]


def get_init_inputs():
    return []
