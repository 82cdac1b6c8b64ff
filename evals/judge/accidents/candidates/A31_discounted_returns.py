import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, rewards, gamma):
        T = rewards.shape[0]
        t = torch.arange(T, device=rewards.device)
        w = torch.pow(float(gamma), t.to(rewards.dtype)).unsqueeze(-1)
        tail = (rewards * w).flip(0).cumsum(0).flip(0)
        return tail / w
