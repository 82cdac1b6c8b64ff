"""A direct convolution with the bias and the ReLU in the same loop.

task: conv_bias_relu
targets: cuda, cpu
library: custom-only
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1)

    def forward(self, x):
        (batch, inputs, height, width), outputs = x.shape, self.conv.weight.shape[0]
        out = torch.empty(batch, outputs, height, width, device=x.device)
        lib.conv_relu(x, self.conv.weight, self.conv.bias, out, batch, inputs, outputs, height, width)
        return out
