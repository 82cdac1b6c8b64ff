import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, cache, x, slots):
        keep = (slots >= 0).nonzero().squeeze(1)
        cache.index_copy_(0, slots[keep], x[keep])
        return torch.einsum("nd,nd->n", x, x)
