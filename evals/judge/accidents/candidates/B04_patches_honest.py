import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, patch, step):
        super().__init__()
        self.patch = patch
        self.step = step

    def forward(self, volume):
        p, s = self.patch, self.step
        B, C, D, H, W = volume.shape
        nz, ny, nx = (D - p) // s + 1, (H - p) // s + 1, (W - p) // s + 1
        sb, sc, sz, sy, sx = volume.stride()
        view = torch.as_strided(volume, (B, nz, ny, nx, C, p, p, p),
                                (sb, s * sz, s * sy, s * sx, sc, sz, sy, sx))
        out = view.clone(memory_format=torch.contiguous_format)
        return out.view(B, nz * ny * nx, C, p, p, p)
