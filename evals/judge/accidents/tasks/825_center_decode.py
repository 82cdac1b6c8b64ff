import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """CenterNet decoding: peaks of the heat map, the K best of them, boxes."""

    def __init__(self, top=40):
        super().__init__()
        self.top = top

    def forward(self, logits, size, offset):
        b, c, h, w = logits.shape
        heat = torch.sigmoid(logits)
        peak = F.max_pool2d(heat, 3, stride=1, padding=1) == heat
        heat = heat * peak
        scores, index = heat.view(b, -1).topk(self.top)
        label = index // (h * w)
        pixel = index % (h * w)
        ys, xs = (pixel // w).float(), (pixel % w).float()
        pick = pixel[:, None, :].expand(-1, 2, -1)
        off = offset.flatten(2).gather(2, pick)
        wh = size.flatten(2).gather(2, pick)
        cx, cy = xs + off[:, 0], ys + off[:, 1]
        boxes = torch.stack([cx - wh[:, 0] / 2, cy - wh[:, 1] / 2, cx + wh[:, 0] / 2, cy + wh[:, 1] / 2], 2)
        return boxes, scores, label


def get_inputs():
    return [torch.randn(2, 16, 96, 96) - 2.0, torch.rand(2, 2, 96, 96) * 20 + 2, torch.rand(2, 2, 96, 96)]


def get_init_inputs():
    return [40]
