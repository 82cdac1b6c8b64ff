import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        y = x.clone(memory_format=torch.contiguous_format)   # work buffer
        y -= y.mean(1, keepdim=True)
        y *= torch.rsqrt((y * y).mean(1, keepdim=True) + 1e-5)
        return y
