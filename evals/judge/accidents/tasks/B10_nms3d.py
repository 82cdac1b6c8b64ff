import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Greedy 3D non-maximum suppression; returns the mask of the kept boxes.

    Boxes are (z1, y1, x1, z2, y2, x2); equal scores are taken in the order of the input.
    """

    def __init__(self, iou_threshold):
        super().__init__()
        self.iou_threshold = iou_threshold

    def forward(self, boxes, scores):
        order = torch.argsort(scores, descending=True, stable=True)
        b = boxes[order]
        side = b[:, 3:] - b[:, :3]
        vol = side[:, 0] * side[:, 1] * side[:, 2]
        lo = torch.maximum(b[:, None, :3], b[None, :, :3])
        hi = torch.minimum(b[:, None, 3:], b[None, :, 3:])
        ov = (hi - lo).clamp(min=0)
        inter = ov[..., 0] * ov[..., 1] * ov[..., 2]
        iou = inter / (vol[:, None] + vol[None, :] - inter)
        over = iou > self.iou_threshold
        n = boxes.shape[0]
        dead = torch.zeros(n, dtype=torch.bool, device=boxes.device)
        for i in range(n):
            if not bool(dead[i]):
                dead[i + 1:] |= over[i, i + 1:]
        keep = torch.zeros_like(dead)
        keep[order] = ~dead
        return keep


def get_inputs():
    centre = torch.rand(320, 3) * torch.tensor([40.0, 80.0, 80.0])
    half = 4.0 + torch.rand(320, 3) * 8.0
    return [torch.cat([centre - half, centre + half], 1), torch.rand(320)]


def get_init_inputs():
    return [0.2]
