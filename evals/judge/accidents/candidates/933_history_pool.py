import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, items, dim, out):
        super().__init__()
        self.table = nn.Embedding(items, dim, padding_idx=0)
        self.proj = nn.Linear(dim, out)

    def forward(self, history):
        # no [batch, length, dim] intermediate
        pooled = F.embedding_bag(history, self.table.weight, mode="sum")
        count = torch.count_nonzero(history, dim=1).clamp(min=1).unsqueeze(1)
        return F.linear(pooled / count, self.proj.weight, self.proj.bias).relu_()
