import torch
import torch.nn as nn


class Model(nn.Module):
    """Per-decision importance sampling estimate of the return of a target policy.

    Probabilities of the actions taken under both policies and rewards, all [B, T] -> [B].
    """

    def forward(self, target_prob, behavior_prob, rewards, gamma):
        weight = torch.cumprod(target_prob / behavior_prob, dim=1)
        steps = torch.arange(rewards.size(1), dtype=rewards.dtype, device=rewards.device)
        return (gamma ** steps * weight * rewards).sum(1)


def get_inputs():
    B, T = 2048, 64
    behavior = torch.rand(B, T) * 0.6 + 0.3
    target = behavior * (torch.rand(B, T) * 0.2 + 0.9)
    return [target, behavior, torch.randn(B, T), 0.99]


def get_init_inputs():
    return []
