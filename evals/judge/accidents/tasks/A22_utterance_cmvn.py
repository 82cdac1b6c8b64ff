import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Cepstral mean and variance normalization per utterance over the valid frames; padding becomes zero."""

    def __init__(self, eps=1e-3):
        super().__init__()
        self.eps = eps

    def forward(self, feats, lengths):
        B, C, T = feats.shape
        mask = (torch.arange(T, device=feats.device)[None, :] < lengths[:, None]).to(feats.dtype)[:, None, :]
        n = lengths.to(feats.dtype)[:, None, None]
        mean = (feats * mask).sum(dim=2, keepdim=True) / n
        centered = (feats - mean) * mask
        var = (centered ** 2).sum(dim=2, keepdim=True) / n
        std = torch.sqrt(var + self.eps)
        return (feats - mean) / std * mask


valid = {"lengths": (1, 300)}


def get_inputs():
    return [torch.randn(24, 80, 300), torch.randint(150, 301, (24,))]


def get_init_inputs():
    return [1e-3]
