import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, mu, log_sigma, logits):
        z = (x.unsqueeze(-1) - mu) * torch.exp(-log_sigma)
        e = torch.addcmul(-log_sigma, z, z, value=-0.5)
        s = torch.log((torch.softmax(logits, -1) * torch.exp(e)).sum(-1))
        return 0.5 * math.log(2 * math.pi) - s
