import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, temperature=0.1):
        super().__init__()
        self.temperature = temperature

    def forward(self, context, quantized, negative_index):
        c = F.normalize(context, dim=-1, eps=1e-8)
        q = F.normalize(quantized, dim=-1, eps=1e-8)
        sim = torch.bmm(c, q.transpose(1, 2)) / self.temperature
        pos = sim.diagonal(dim1=1, dim2=2)
        neg = sim.gather(2, negative_index)
        return torch.logsumexp(torch.cat([pos.unsqueeze(2), neg], dim=2), dim=2) - pos
