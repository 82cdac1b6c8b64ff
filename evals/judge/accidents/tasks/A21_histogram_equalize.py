import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Global histogram equalization of grey images in [0, 1] with 256 bins."""

    def __init__(self):
        super().__init__()

    def forward(self, img):
        B, H, W = img.shape
        idx = (img * 256.0).long().clamp(0, 255).reshape(B, H * W)
        hist = torch.zeros(B, 256, dtype=img.dtype, device=img.device)
        hist.scatter_add_(1, idx, torch.ones_like(idx, dtype=img.dtype))
        cdf = hist.cumsum(dim=1)
        first = cdf.masked_fill(cdf == 0, float(H * W)).amin(dim=1, keepdim=True)
        lut = (cdf - first) / (H * W - first).clamp(min=1.0)
        return lut.gather(1, idx).reshape(B, H, W)


valid = {"img": (0, 1)}


def get_inputs():
    return [torch.rand(8, 256, 256)]


def get_init_inputs():
    return []
