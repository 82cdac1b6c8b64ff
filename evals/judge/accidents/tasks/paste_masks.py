import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Resamples the mask of each detection into its box in an image of the given size."""

    def forward(self, masks, boxes, height, width):
        n = masks.shape[0]
        x0, y0, x1, y1 = boxes[:, :, None].unbind(1)
        w = (x1 - x0).clamp(min=1)
        h = (y1 - y0).clamp(min=1)
        xs = torch.arange(width, dtype=masks.dtype, device=masks.device) + 0.5
        ys = torch.arange(height, dtype=masks.dtype, device=masks.device) + 0.5
        gx = (xs - x0) / w * 2 - 1
        gy = (ys - y0) / h * 2 - 1
        grid = torch.stack([gx[:, None, :].expand(n, height, width), gy[:, :, None].expand(n, height, width)], -1)
        return F.grid_sample(masks[:, None], grid, padding_mode="zeros", align_corners=False)[:, 0]


def get_inputs():
    n, height, width = 16, 96, 128
    size = torch.tensor([width, height])
    wh = 12 + torch.rand(n, 2) * (0.6 * size - 12)
    xy = torch.rand(n, 2) * (size - wh)
    return [torch.rand(n, 28, 28), torch.cat([xy, xy + wh], 1), height, width]


def get_init_inputs():
    return []
