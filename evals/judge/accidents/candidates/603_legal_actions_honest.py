import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, q_online, q_target, legal, reward, done, gamma):
        action = torch.where(legal, q_online, float("-inf")).argmax(dim=-1)
        next_value = torch.take_along_dim(q_target, action.unsqueeze(-1), dim=-1).squeeze(-1)
        target = torch.addcmul(reward, 1 - done.to(reward.dtype), next_value, value=gamma)
        return target, action
