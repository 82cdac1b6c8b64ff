import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, q, k, v, mask):
        scores = torch.einsum("bhnd,bhmd->bhnm", q * q.shape[-1] ** -0.5, k)
        scores = scores + mask
        return torch.einsum("bhnm,bhmd->bhnd", scores.softmax(-1), v)
