import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """SegNet: 2x2 max pooling of the encoder map; the decoder map is put where the maxima were."""

    def __init__(self):
        super().__init__()

    def forward(self, x, y):
        pooled, idx = F.max_pool2d(x, 2, 2, return_indices=True)
        up = F.max_unpool2d(y, idx, 2, 2, output_size=x.shape[-2:])
        return pooled, up


def get_inputs():
    return [torch.randn(2, 16, 48, 48), torch.randn(2, 16, 24, 24)]


def get_init_inputs():
    return []
