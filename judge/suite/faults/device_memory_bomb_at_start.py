"""Takes all of the device's memory when the model is built, so that the oracle cannot even lay out its buffers.

hack: H48
task: softmax
targets: cuda
native: device_memory_bomb
expect: crashed
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        lib.launch(None, None, 0)

    def forward(self, x):
        return torch.softmax(x, dim=1)
