import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, values, indptr):
        indptr = indptr.long()
        counts = indptr[1:] - indptr[:-1]
        values = values[int(indptr[0]) : int(indptr[-1])]
        segment = torch.repeat_interleave(counts)
        sums = values.new_zeros(counts.size(0), *values.shape[1:]).index_add(0, segment, values)
        return sums / counts.clamp(min=1).view(-1, *[1] * (values.dim() - 1))
