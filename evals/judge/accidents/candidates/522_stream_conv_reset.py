import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, channels, kernel_size):
        super().__init__()
        self.channels = channels
        self.kernel_size = kernel_size
        self.weight = nn.Parameter(torch.randn(channels, kernel_size) / kernel_size ** 0.5)
        self.bias = nn.Parameter(torch.randn(channels) * 0.1)

    def forward(self, x, cache, reset):
        t = x.shape[2]
        with torch.no_grad():
            if reset.any():
                cache.zero_()
        buf = torch.cat([cache, x], dim=2)
        y = buf[:, :, :t] * self.weight[:, :1] + self.bias[:, None]
        for k in range(1, self.kernel_size):
            y = torch.addcmul(y, buf[:, :, k:k + t], self.weight[:, k:k + 1])
        with torch.no_grad():
            cache.copy_(buf[:, :, t:])
        return y
