import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, features, keypoints):
        super().__init__()
        self.register_buffer("keypoints", torch.linspace(-3.0, 3.0, keypoints).repeat(features, 1))
        self.values = nn.Parameter(torch.randn(features, keypoints))

    def forward(self, x):
        k = self.keypoints
        n = k.shape[1]
        xt = x.t().contiguous()
        # one segment per value instead of all of them
        seg = torch.searchsorted(k, xt).sub_(1).clamp_(0, n - 2)
        left = k.gather(1, seg)
        width = (k.gather(1, seg + 1) - left).clamp_min_(1e-12)
        share = (xt - left).div_(width).clamp_(0.0, 1.0)
        out = torch.lerp(self.values.gather(1, seg), self.values.gather(1, seg + 1), share)
        return out.t().contiguous()
