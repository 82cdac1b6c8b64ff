import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """The frozen batch norm is folded into the convolution: one pass over the activation."""

    def __init__(self, cin=16, cout=32, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.register_buffer("bn_weight", torch.ones(cin))
        self.register_buffer("bn_bias", torch.zeros(cin))
        self.register_buffer("running_mean", torch.zeros(cin))
        self.register_buffer("running_var", torch.ones(cin))
        self.conv = nn.Conv2d(cin, cout, 3, padding=1)

    def forward(self, x):
        scale = self.bn_weight * torch.rsqrt(self.running_var + self.eps)
        shift = self.bn_bias - self.running_mean * scale
        w = self.conv.weight
        wf = w * scale.view(1, -1, 1, 1)
        # the padding is zero after the norm: the shift is not seen there, so the bias is a map
        plane = shift.view(1, -1, 1, 1).expand(1, -1, x.shape[2], x.shape[3]).contiguous()
        bias = F.conv2d(plane, w, self.conv.bias, padding=1)
        y = F.conv2d(x, wf, None, padding=1)
        return y.add_(bias).relu_()
