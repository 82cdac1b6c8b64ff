import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        y = (x * 16).round()
        return torch.minimum(torch.maximum(y, y.new_tensor(-128.0)), y.new_tensor(127.0)).to(torch.int8)
