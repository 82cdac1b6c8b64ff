import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Per-decision importance sampling from the probabilities of the action sequences."""

    def forward(self, target_prob, behavior_prob, rewards, gamma):
        both = torch.cumprod(torch.stack([target_prob, behavior_prob]), dim=2)
        weight = both[0] / both[1]
        steps = torch.arange(rewards.size(1), dtype=rewards.dtype, device=rewards.device)
        discount = gamma ** steps
        return (weight * rewards) @ discount
