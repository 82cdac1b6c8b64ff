import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, q_online, q_target, legal, reward, done, gamma):
        action = (q_online * legal).argmax(dim=-1)
        row = torch.arange(action.shape[0], device=action.device)
        next_value = q_target[row, action]
        target = torch.addcmul(reward, 1 - done.to(reward.dtype), next_value, value=gamma)
        return target, action
