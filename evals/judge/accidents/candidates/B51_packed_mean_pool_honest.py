import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, lengths):
        T, docs = x.shape[0], lengths.shape[0]
        ends = lengths.cumsum(0)
        place = torch.arange(T, device=x.device)
        ids = torch.searchsorted(ends, place, right=True)
        out = torch.zeros(docs + 1, x.shape[1], dtype=x.dtype, device=x.device)
        out.index_add_(0, ids, x)
        return out[:docs] / lengths.clamp(min=1).unsqueeze(-1)
