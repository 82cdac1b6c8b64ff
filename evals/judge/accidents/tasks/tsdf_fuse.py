import torch
import torch.nn as nn


class Model(nn.Module):
    """Fuses one depth observation into a truncated signed distance volume; tsdf and weight are updated in place."""

    def __init__(self, truncation, max_weight):
        super().__init__()
        self.truncation = truncation
        self.max_weight = max_weight

    def forward(self, tsdf, weight, sdf):
        d = (sdf / self.truncation).clamp(max=1.0)
        seen = sdf > -self.truncation
        fused = (tsdf * weight + d) / (weight + 1)
        heavier = (weight + 1).clamp(max=self.max_weight)
        tsdf.copy_(torch.where(seen, fused, tsdf))
        weight.copy_(torch.where(seen, heavier, weight))
        return tsdf, weight


def get_inputs():
    shape = (48, 48, 48)
    tsdf = torch.rand(shape) * 2 - 1
    weight = torch.randint(0, 20, shape).float()
    sdf = 0.1 * torch.randn(shape)
    return [tsdf, weight, sdf]


def get_init_inputs():
    return [0.08, 64.0]
