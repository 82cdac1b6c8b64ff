import torch
import torch.nn as nn


class Model(nn.Module):
    """Greedy non-maximum suppression inside each class; returns the mask of the boxes that stay."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, boxes, scores, labels, iou_threshold):
        keep = torch.zeros(boxes.shape[0], dtype=torch.bool, device=boxes.device)
        area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
        for c in torch.unique(labels).tolist():
            idx = torch.nonzero(labels == c).flatten()
            idx = idx[torch.sort(scores[idx], descending=True, stable=True).indices]
            while idx.numel() > 0:
                i = idx[0]
                keep[i] = True
                rest = idx[1:]
                lt = torch.maximum(boxes[i, :2], boxes[rest, :2])
                rb = torch.minimum(boxes[i, 2:], boxes[rest, 2:])
                wh = (rb - lt).clamp(min=0)
                inter = wh[:, 0] * wh[:, 1]
                iou = inter / (area[i] + area[rest] - inter)
                idx = rest[~(iou > iou_threshold)]
        return keep


def get_inputs():
    n, size = 160, 640.0
    wh = 64 + 64 * torch.rand(n, 2)
    xy = torch.rand(n, 2) * (size - wh)
    boxes = torch.cat([xy, xy + wh], dim=1)
    boxes[n // 2:] = (boxes[: n // 2] + 6 * torch.randn(n // 2, 4)).clamp(0, size)
    labels = torch.randint(0, 8, (n,))
    labels[n // 2: 3 * n // 4] = labels[: n // 4]
    return [boxes, torch.rand(n), labels, 0.5]


def get_init_inputs():
    return []
