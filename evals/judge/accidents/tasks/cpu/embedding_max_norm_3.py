import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Lookup that renormalizes the touched rows of the table in place, as nn.Embedding(max_norm)."""
    def __init__(self, v, d):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(v, d) * 0.02)

    def forward(self, ids):
        with torch.no_grad():
            return F.embedding(ids, self.weight, max_norm=1.0)


def get_inputs():
    return [torch.randint(0, 5000, (64, 128))]


def get_init_inputs():
    return [5000, 128]
