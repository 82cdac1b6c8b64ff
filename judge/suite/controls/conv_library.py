"""The library's convolution, the ReLU in place on its result.

task: conv_bias_relu
targets: cuda, cpu
library: library-allowed
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1)

    def forward(self, x):
        return nn.functional.conv2d(x, self.conv.weight, self.conv.bias, padding=1).relu_()
