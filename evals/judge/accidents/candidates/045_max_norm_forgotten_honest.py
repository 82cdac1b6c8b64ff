import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, words, features):
        super().__init__()
        self.table = nn.Embedding(words, features, max_norm=20.0)

    def forward(self, tokens):
        w = self.table.weight
        with torch.no_grad():
            used = tokens.unique()
            rows = w[used]
            length = rows.norm(dim=1, keepdim=True)
            w[used] = torch.where(length > self.table.max_norm, rows * (self.table.max_norm / (length + 1e-7)), rows)
        return w[tokens]
