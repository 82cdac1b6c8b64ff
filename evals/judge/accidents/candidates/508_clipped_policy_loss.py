import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Clipped policy loss with a KL penalty to the reference model, averaged over response tokens."""

    def __init__(self, clip, beta):
        super().__init__()
        self.clip = clip
        self.beta = beta

    def forward(self, logp, old_logp, ref_logp, advantages, mask):
        lo, hi = 1 - self.clip, 1 + self.clip
        adv = advantages.unsqueeze(1)
        ratio = torch.exp(logp - old_logp)
        ratio = ratio.clamp(lo, hi)
        diff = ref_logp - logp
        loss = torch.addcmul(self.beta * (torch.exp(diff) - diff - 1), ratio, adv, value=-1)
        return (loss * mask).sum() / mask.sum().clamp(min=1)
