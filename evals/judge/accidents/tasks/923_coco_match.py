import torch
import torch.nn as nn


class Model(nn.Module):
    """COCO matching: detections in the order of their scores take the best free ground truth."""

    def __init__(self, iou_threshold=0.5):
        super().__init__()
        self.iou_threshold = iou_threshold

    def iou(self, a, b):
        lt = torch.maximum(a[:, None, :2], b[None, :, :2])
        rb = torch.minimum(a[:, None, 2:], b[None, :, 2:])
        wh = (rb - lt).clamp(min=0)
        inter = wh[..., 0] * wh[..., 1]
        area_a = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])
        area_b = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
        return inter / (area_a[:, None] + area_b[None, :] - inter).clamp(min=1e-9)

    def forward(self, det_boxes, det_scores, gt_boxes):
        D, G = det_boxes.shape[0], gt_boxes.shape[0]
        iou = self.iou(det_boxes, gt_boxes)
        order = torch.argsort(det_scores, descending=True, stable=True)
        taken = torch.zeros(G, dtype=torch.bool, device=iou.device)
        match = torch.full((D,), -1, dtype=torch.int64, device=iou.device)
        quality = torch.zeros(D, dtype=iou.dtype, device=iou.device)
        slot = torch.arange(G, device=iou.device)
        for d in order:
            row = iou[d].masked_fill(taken, -1.0)
            j = torch.argmax(row)
            best = row[j]
            ok = best >= self.iou_threshold
            match[d] = torch.where(ok, j, -1)
            quality[d] = torch.where(ok, best, 0.0)
            taken = taken | ((slot == j) & ok)
        return match, quality


def get_inputs():
    G, D = 30, 90
    tl = torch.rand(G, 2) * 400
    gt = torch.cat([tl, tl + torch.rand(G, 2) * 60 + 40], 1)
    det = gt[torch.randint(0, G, (D,))] + torch.randn(D, 4) * 5
    scores = torch.rand(D).sort(descending=True).values      # as NMS returns them
    return [det, scores, gt]


def get_init_inputs():
    return [0.5]
