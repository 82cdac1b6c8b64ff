import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, words, features):
        super().__init__()
        self.bag = nn.EmbeddingBag(words, features, mode="mean")

    def forward(self, tokens, offsets):
        rows = self.bag.weight[tokens]
        owner = torch.bucketize(torch.arange(tokens.numel(), device=tokens.device), offsets, right=True) - 1
        out = rows.new_zeros(offsets.numel(), rows.shape[1]).index_add_(0, owner, rows)
        size = torch.bincount(owner, minlength=offsets.numel()).clamp(min=1)
        return out / size[:, None]
