import torch
import torch.nn as nn
from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, kernel_size, stride, padding, dilation):
        super().__init__()
        self.size, self.padding = kernel_size, padding

    def forward(self, x):
        batch, channels, height, width = x.shape
        grow = 2 * self.padding - self.size + 1
        out = torch.empty(batch, channels, height + grow, width + grow, device=x.device)
        lib.max_pool(x, out, batch * channels, height, width, self.size, self.padding)
        return out
