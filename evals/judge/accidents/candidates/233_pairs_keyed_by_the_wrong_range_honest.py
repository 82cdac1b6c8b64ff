import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, pairs):
        users, user = torch.unique(pairs[0], return_inverse=True)
        items, item = torch.unique(pairs[1], return_inverse=True)
        base = items.numel()
        key, inverse, counts = torch.unique(user * base + item, return_inverse=True, return_counts=True)
        user, item = key // base, key % base
        return torch.stack([users[user], items[item]]), inverse, counts
