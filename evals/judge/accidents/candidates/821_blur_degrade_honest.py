import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """All images in one grouped convolution, without the loop over the batch."""

    def forward(self, x, kernels):
        b, c, h, w = x.shape
        k = kernels.shape[-1]
        r = k // 2
        p = F.pad(x, (r, r, r, r), mode="reflect").reshape(1, b * c, h + 2 * r, w + 2 * r)
        weight = kernels.repeat_interleave(c, 0).view(b * c, 1, k, k)
        return F.conv2d(p, weight, groups=b * c).view(b, c, h, w)
