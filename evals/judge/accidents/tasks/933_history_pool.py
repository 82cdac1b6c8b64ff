import torch
import torch.nn as nn


class Model(nn.Module):
    """User tower: mean of the embeddings of the last items (id 0 is padding), then a linear layer."""

    def __init__(self, items, dim, out):
        super().__init__()
        self.table = nn.Embedding(items, dim, padding_idx=0)
        self.proj = nn.Linear(dim, out)

    def forward(self, history):
        mask = (history != 0).unsqueeze(-1).to(self.table.weight.dtype)
        pooled = (self.table(history) * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1.0)
        return torch.relu(self.proj(pooled))


valid = {"history": (0, 4999)}


def get_inputs():
    batch, length = 512, 50
    history = torch.randint(1, 5000, (batch, length))
    count = torch.randint(1, length + 1, (batch, 1))
    history[torch.arange(length).unsqueeze(0) >= count] = 0
    return [history]


def get_init_inputs():
    return [5000, 32, 64]
