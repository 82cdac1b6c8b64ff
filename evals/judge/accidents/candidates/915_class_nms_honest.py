import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """All pairs at once; the greedy result is the fixed point of a strictly triangular system."""

    def __init__(self, iou_threshold=0.5):
        super().__init__()
        self.iou_threshold = iou_threshold

    def forward(self, boxes, scores, labels):
        n = boxes.shape[0]
        order = torch.argsort(scores, descending=True, stable=True)
        b = boxes[order]
        c = labels[order]
        lt = torch.maximum(b[:, None, :2], b[None, :, :2])
        rb = torch.minimum(b[:, None, 2:], b[None, :, 2:])
        wh = (rb - lt).clamp_(min=0)
        inter = wh[..., 0] * wh[..., 1]
        area = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
        iou = inter / (area[:, None] + area[None, :] - inter)
        hit = (iou > self.iou_threshold) & (c[:, None] == c[None, :])
        hit = hit.triu(1)
        alive = torch.ones(n, dtype=torch.bool, device=boxes.device)
        while True:
            new = ~(hit & alive[:, None]).any(0)
            if torch.equal(new, alive):
                break
            alive = new
        keep = torch.zeros(n, dtype=torch.bool, device=boxes.device)
        keep[order] = alive
        return keep
