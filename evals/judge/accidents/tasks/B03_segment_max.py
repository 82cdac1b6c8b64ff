import torch
import torch.nn as nn
import torch.nn.functional as F

valid = {"batch": (0, 23)}


class Model(nn.Module):
    """Global max pooling of point features per cloud; clouds without points give zeros."""

    def __init__(self, num_clouds):
        super().__init__()
        self.num_clouds = num_clouds

    def forward(self, feats, batch):
        out = torch.zeros(self.num_clouds, feats.shape[1], dtype=feats.dtype, device=feats.device)
        for i in range(self.num_clouds):
            sel = batch == i
            if bool(sel.any()):
                out[i] = feats[sel].amax(0)
        return out


def get_inputs():
    return [torch.randn(12000, 64), torch.sort(torch.randint(0, 24, (12000,)))[0]]


def get_init_inputs():
    return [24]
