import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        m = x.amax(-1, keepdim=True)
        
        return torch.log(torch.exp(x - m).sum(-1)) + m.squeeze(-1)
