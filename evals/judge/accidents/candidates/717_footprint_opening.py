import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, img, footprint):
        h, w = img.shape[-2:]
        kh, kw = footprint.shape
        cy, cx = kh // 2, kw // 2
        pad = (cx, kw - 1 - cx, cy, kh - 1 - cy)
        offsets = footprint.nonzero().tolist()

        padded = F.pad(img, pad, value=float("inf"))
        low = torch.full_like(img, float("inf"), memory_format=torch.contiguous_format)
        for i, j in offsets:
            low = torch.minimum(low, padded[..., i:i + h, j:j + w])

        padded = F.pad(low, pad, value=-float("inf"))
        out = torch.full_like(low, -float("inf"))
        for i, j in offsets:
            out = torch.maximum(out, padded[..., i:i + h, j:j + w])
        return out
