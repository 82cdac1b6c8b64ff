import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, cin=16, cout=32):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, 3, padding=1, bias=True)
        self.bn = nn.BatchNorm2d(cout)

    def forward(self, x):
        bn = self.bn
        scale = bn.weight * torch.rsqrt(bn.running_var + bn.eps)
        weight = self.conv.weight * scale.view(-1, 1, 1, 1)
        bias = bn.bias - bn.running_mean * scale + self.conv.bias
        y = F.conv2d(x, weight, bias, padding=1)
        return F.silu(y).contiguous()
