import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, num_embeddings, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(num_embeddings, dim) * 0.1)

    def forward(self, ids, offsets, sample_weights=None):
        start = torch.zeros(ids.numel(), dtype=torch.long, device=ids.device)
        start[offsets[1:].long()] = 1
        bag = start.cumsum(0)
        rows = F.embedding(ids, self.weight)
        if sample_weights is not None:
            rows = rows * sample_weights[:, None]
        out = rows.new_zeros(offsets.numel(), rows.shape[1])
        return out.index_add(0, bag, rows)
