import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Causal depthwise convolution over chunks of several streams.

    cache (streams, channels, kernel-1) holds the last inputs of each stream and is updated in place;
    reset (streams,) marks streams that begin anew with this chunk.
    """

    def __init__(self, channels, kernel_size):
        super().__init__()
        self.channels = channels
        self.kernel_size = kernel_size
        self.weight = nn.Parameter(torch.randn(channels, kernel_size) / kernel_size ** 0.5)
        self.bias = nn.Parameter(torch.randn(channels) * 0.1)

    def forward(self, x, cache, reset):
        history = cache.masked_fill(reset.view(-1, 1, 1), 0.0)
        buf = torch.cat([history, x], dim=2)
        y = F.conv1d(buf, self.weight.unsqueeze(1), self.bias, groups=self.channels)
        with torch.no_grad():
            cache.copy_(buf[:, :, buf.shape[2] - (self.kernel_size - 1):])
        return y


def get_inputs():
    return [torch.randn(8, 32, 400), torch.randn(8, 32, 4), torch.zeros(8, dtype=torch.bool)]


def get_init_inputs():
    return [32, 5]
