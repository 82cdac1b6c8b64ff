import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, truncation, max_weight):
        super().__init__()
        self.truncation = truncation
        self.max_weight = max_weight

    def forward(self, tsdf, weight, sdf):
        seen = sdf > -self.truncation
        d = (sdf[seen] / self.truncation).clamp(max=1.0)
        w = weight[seen]
        total = w + 1
        tsdf[seen] = (tsdf[seen] * w + d) / total
        weight[seen] = total.clamp(max=self.max_weight)
        return tsdf, weight
