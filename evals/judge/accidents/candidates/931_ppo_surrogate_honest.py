import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, clip, value_clip):
        super().__init__()
        self.clip = clip
        self.value_clip = value_clip

    def forward(self, logp, old_logp, advantage, value, old_value, target):
        ratio = (logp - old_logp).exp_()
        # min(r A, clip(r) A): only one side of the clip is ever active, by the sign of A
        ratio = torch.where(advantage > 0, ratio.clamp(max=1.0 + self.clip), ratio.clamp(min=1.0 - self.clip))
        policy_loss = ratio.mul_(advantage).mean(dim=0).neg_()
        moved = (value - old_value).clamp_(-self.value_clip, self.value_clip).add_(old_value).sub_(target).square_()
        plain = (value - target).square_()
        value_loss = torch.maximum(plain, moved).mean(dim=0).mul_(0.5)
        return policy_loss, value_loss
