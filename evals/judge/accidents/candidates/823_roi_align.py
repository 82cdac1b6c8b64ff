import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """Samples all regions of an image in one call: no copy of the feature map for every region."""

    def __init__(self, size=7, scale=0.125):
        super().__init__()
        self.size, self.scale = size, scale

    def forward(self, features, rois):
        n, (b, c, h, w) = self.size * 2, features.shape
        image = rois[:, 0].long() % b
        x1, y1, x2, y2 = (rois[:, 1:] * self.scale).unbind(1)
        step = (torch.arange(n) + 0.5) / n
        xs = x1[:, None] + (x2 - x1)[:, None] * step
        ys = y1[:, None] + (y2 - y1)[:, None] * step
        xs, ys = 2.0 * xs / w - 1.0, 2.0 * ys / h - 1.0
        grid = torch.stack([xs[:, None, :].expand(-1, n, n), ys[:, :, None].expand(-1, n, n)], -1)
        out = torch.empty(len(rois), c, self.size, self.size, dtype=features.dtype)
        counts = torch.bincount(image, minlength=b).tolist()
        start = 0
        for i, count in enumerate(counts):
            if count:
                rows = slice(start, start + count)
                part = F.grid_sample(features[i:i + 1], grid[rows].reshape(1, count * n, n, 2), align_corners=False)
                part = F.avg_pool2d(part, 2).view(c, count, self.size, self.size)
                out[rows] = part.transpose(0, 1)
                start += count
        return out
