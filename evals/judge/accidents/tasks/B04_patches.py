import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Overlapping cubic patches of a volume, for sliding-window inference."""

    def __init__(self, patch, step):
        super().__init__()
        self.patch = patch
        self.step = step

    def forward(self, volume):
        p, s = self.patch, self.step
        B, C, D, H, W = volume.shape
        patches = []
        for z in range(0, D - p + 1, s):
            for y in range(0, H - p + 1, s):
                for x in range(0, W - p + 1, s):
                    patches.append(volume[:, :, z:z + p, y:y + p, x:x + p])
        return torch.stack(patches, dim=1)


def get_inputs():
    return [torch.randn(1, 2, 64, 96, 96)]


def get_init_inputs():
    return [32, 16]
