import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, cin, cout, eps):
        super().__init__()
        self.eps = eps
        self.conv = nn.Conv2d(cin, cout, 3, padding=1, bias=False)
        self.register_buffer("bn_weight", torch.ones(cout))
        self.register_buffer("bn_bias", torch.zeros(cout))
        self.register_buffer("running_mean", torch.zeros(cout))
        self.register_buffer("running_var", torch.ones(cout))

    def forward(self, x):
        # fold the frozen norm into the convolution: one pass over the feature map
        scale = self.bn_weight / (self.running_var + self.eps).sqrt()
        weight = self.conv.weight * scale.view(-1, 1, 1, 1)
        bias = self.bn_bias - self.running_mean * scale
        return F.conv2d(x, weight, bias, padding=1).relu_().contiguous()
