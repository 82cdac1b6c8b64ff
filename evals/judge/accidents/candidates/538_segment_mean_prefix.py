import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, values, indptr):
        indptr = indptr.long()
        counts = indptr[1:] - indptr[:-1]
        prefix = torch.cat([torch.zeros_like(values[:1]), values.cumsum(dim=0)])
        sums = prefix[indptr[1:]] - prefix[indptr[:-1]]
        return sums / counts.clamp(min=1).view(-1, *[1] * (values.dim() - 1))
