import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, clip, value_clip):
        super().__init__()
        self.clip = clip
        self.value_clip = value_clip

    def forward(self, logp, old_logp, advantage, value, old_value, target):
        ratio = torch.exp(logp - old_logp)
        surr1 = ratio * advantage
        surr2 = torch.clamp(ratio, 1.0 - self.clip, 1.0 + self.clip) * advantage
        policy_loss = -torch.min(surr1, surr2).mean(dim=0)
        clipped = old_value + torch.clamp(value - old_value, -self.value_clip, self.value_clip)
        value_loss = torch.max((value - target) ** 2, (clipped - target) ** 2).mean(dim=0) * 0.5
        return policy_loss, value_loss


def get_inputs():
    steps, envs = 128, 1024
    old_logp = -1.5 + 0.7 * torch.randn(steps, envs)
    logp = old_logp + 0.02 * torch.randn(steps, envs)
    advantage = torch.randn(steps, envs)
    old_value = torch.randn(steps, envs)
    value = old_value + 0.3 * torch.randn(steps, envs)
    target = old_value + advantage
    return [logp, old_logp, advantage, value, old_value, target]


def get_init_inputs():
    return [0.2, 0.2]
