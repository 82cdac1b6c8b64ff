import torch
import torch.nn as nn


class Model(nn.Module):
    """Clipped policy loss with a KL penalty to the reference model, averaged over response tokens."""

    def __init__(self, clip, beta):
        super().__init__()
        self.clip = clip
        self.beta = beta

    def forward(self, logp, old_logp, ref_logp, advantages, mask):
        ratio = torch.exp(logp - old_logp)
        adv = advantages.unsqueeze(1)
        surrogate = torch.min(ratio * adv, ratio.clamp(1 - self.clip, 1 + self.clip) * adv)
        diff = ref_logp - logp
        kl = torch.exp(diff) - diff - 1
        loss = -surrogate + self.beta * kl
        return (loss * mask).sum() / mask.sum().clamp(min=1)


def get_inputs():
    b, t = 64, 1024
    logp = -2.0 * torch.rand(b, t)
    old_logp = logp + 0.02 * torch.randn(b, t)
    ref_logp = logp + 0.1 * torch.randn(b, t)
    lengths = torch.randint(t // 2, t + 1, (b, 1))
    mask = (torch.arange(t) < lengths).float()
    return [logp, old_logp, ref_logp, torch.randn(b), mask]


def get_init_inputs():
    return [0.2, 0.04]
