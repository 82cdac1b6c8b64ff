import torch
import torch.nn as nn
import torch.nn.functional as F

COUNT, THRESHOLD = 64, 0.4


class Model(nn.Module):
    """Greedy non-maximum suppression; of equal scores the earlier box goes first. Gives the mask of boxes kept."""

    def __init__(self, threshold):
        super().__init__()
        self.threshold = threshold

    def forward(self, boxes, scores):
        area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
        size = (torch.minimum(boxes[:, None, 2:], boxes[None, :, 2:]) - torch.maximum(boxes[:, None, :2], boxes[None, :, :2])).clamp(min=0)
        inter = size[..., 0] * size[..., 1]
        over = (inter > self.threshold * (area[:, None] + area[None, :] - inter)).tolist()
        order = torch.sort(scores, descending=True, stable=True).indices.tolist()
        keep = []
        for i in order:
            if not any(over[k][i] for k in keep):
                keep.append(i)
        mask = torch.zeros(scores.shape[0], dtype=torch.bool)
        mask[keep] = True
        return mask


def get_inputs():
    corner = torch.rand(COUNT, 2) * 100
    return [torch.cat([corner, corner + 20 + torch.rand(COUNT, 2) * 30], dim=1), torch.rand(COUNT)]


def get_init_inputs():
    return [THRESHOLD]
