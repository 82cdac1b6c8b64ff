import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.register_buffer("weight_q", torch.randint(-127, 128, (out_channels, in_channels, 3, 3), dtype=torch.int8))
        self.register_buffer("weight_scale", 0.0005 + 0.001 * torch.rand(out_channels))
        self.register_buffer("bias", torch.randn(out_channels) * 0.1)

    def forward(self, x_q, scale, zero_point):
        w = self.weight_q.to(torch.float32)
        x = x_q.to(torch.float32)
        # integer accumulator first, one affine at the end
        acc = F.conv2d(F.pad(x, (1, 1, 1, 1), value=float(zero_point)), w)
        acc = acc - (zero_point * w.sum(dim=(1, 2, 3))).view(1, -1, 1, 1)
        return torch.addcmul(self.bias.view(1, -1, 1, 1), acc, (self.weight_scale * scale).view(1, -1, 1, 1))
