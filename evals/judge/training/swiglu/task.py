"""The gated activation of a feed-forward layer, in training."""

import torch
from torch import nn
from torch.nn import functional as F

ROWS = 8192
FEATURES = 4096

backward = True


class Model(nn.Module):
    def forward(self, gate, linear):
        return F.silu(gate) * linear


def get_inputs():
    return [torch.randn(ROWS, FEATURES), torch.randn(ROWS, FEATURES)]


def get_init_inputs():
    return []
