import torch
import torch.nn as nn


class Model(nn.Module):
    """Clipped policy loss of RLHF over the tokens of the responses."""

    def __init__(self, clip_eps):
        super().__init__()
        self.clip_eps = clip_eps

    def forward(self, logp, old_logp, advantages, mask):
        ratio = torch.exp(logp - old_logp)
        loss1 = -advantages * ratio
        loss2 = -advantages * torch.clamp(ratio, 1.0 - self.clip_eps, 1.0 + self.clip_eps)
        per_token = torch.maximum(loss1, loss2) * mask
        return per_token.sum() / mask.sum().clamp(min=1.0)


valid = {"mask": (0.0, 1.0)}


def get_inputs():
    B, T = 64, 4096
    old = -torch.rand(B, T) * 4.0
    new = old + 0.01 * torch.randn(B, T)
    adv = torch.randn(B, T) + 0.3
    lens = torch.randint(T // 4, T + 1, (B, 1))
    mask = (torch.arange(T)[None] < lens).float()
    return [new, old, adv, mask]


def get_init_inputs():
    return [0.2]
