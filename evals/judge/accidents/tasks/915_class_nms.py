import torch
import torch.nn as nn


class Model(nn.Module):
    """Greedy non-maximum suppression, class by class. Returns the keep mask in input order."""

    def __init__(self, iou_threshold=0.5):
        super().__init__()
        self.iou_threshold = iou_threshold

    def forward(self, boxes, scores, labels):
        n = boxes.shape[0]
        order = torch.argsort(scores, descending=True, stable=True)
        b = boxes[order]
        c = labels[order]
        area = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
        later = torch.arange(n, device=boxes.device)
        alive = torch.ones(n, dtype=torch.bool, device=boxes.device)
        for i in range(n):
            lt = torch.maximum(b[i, :2], b[:, :2])
            rb = torch.minimum(b[i, 2:], b[:, 2:])
            wh = (rb - lt).clamp(min=0)
            inter = wh[:, 0] * wh[:, 1]
            iou = inter / (area[i] + area - inter)
            hit = (iou > self.iou_threshold) & (c == c[i]) & (later > i)
            alive = alive & ~(hit & alive[i])
        keep = torch.zeros(n, dtype=torch.bool, device=boxes.device)
        keep[order] = alive
        return keep


def get_inputs():
    n = 100
    anchors = torch.rand(24, 2) * 400 + 50
    c = anchors[torch.randint(0, 24, (n,))] + torch.randn(n, 2) * 6
    wh = torch.rand(n, 2) * 50 + 40
    boxes = torch.cat([c - wh / 2, c + wh / 2], 1).clamp(0, 511)
    scores = torch.rand(n)
    labels = torch.randint(0, 10, (n,))
    return [boxes, scores, labels]


def get_init_inputs():
    return [0.5]
