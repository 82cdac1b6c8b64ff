import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, images, labels, partner, boxes):
        h, w = images.shape[-2:]
        cx, cy, bw, bh = boxes[:, :, None].unbind(1)
        bw = torch.div(bw, 2, rounding_mode="floor")
        bh = torch.div(bh, 2, rounding_mode="floor")
        x1, x2 = cx - bw, cx + bw
        y1, y2 = cy - bh, cy + bh
        xs = torch.arange(w, device=images.device)
        ys = torch.arange(h, device=images.device)
        col = (xs >= x1) & (xs < x2)
        row = (ys >= y1) & (ys < y2)
        inside = row[:, None, :, None] & col[:, None, None, :]
        out = torch.where(inside, images[partner], images)
        share = ((x2 - x1) * (y2 - y1)).to(labels.dtype) / (h * w)
        return out, torch.lerp(labels, labels[partner], share)
