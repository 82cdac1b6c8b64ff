import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, high=0.7, low=0.3):
        super().__init__()
        self.high = high
        self.low = low

    def forward(self, anchors, boxes):
        ax1, ay1, ax2, ay2 = anchors.unbind(-1)
        area_a = (ax2 - ax1) * (ay2 - ay1)
        count = boxes.shape[1]
        best = index = forced = None
        for g in range(count):
            bx1, by1, bx2, by2 = boxes[:, g, :, None].unbind(1)
            w = (torch.minimum(ax2, bx2) - torch.maximum(ax1, bx1)).clamp_(min=0)
            h = (torch.minimum(ay2, by2) - torch.maximum(ay1, by1)).clamp_(min=0)
            inter = w * h
            area_b = (bx2 - bx1) * (by2 - by1)
            iou = inter / (area_a + area_b - inter).clamp_(min=1e-6)
            top = iou.amax(1, keepdim=True)
            if best is None:
                best = iou
                index = torch.zeros_like(iou, dtype=torch.long)
                forced = torch.zeros_like(iou, dtype=torch.bool)
            else:
                better = iou > best
                best = torch.where(better, iou, best)
                index = index.masked_fill(better, g)
            forced = forced | ((iou == top) & (top > 0))
        match = index.masked_fill(best < self.high, -2).masked_fill(best < self.low, -1)
        return torch.where(forced, index, match), best
