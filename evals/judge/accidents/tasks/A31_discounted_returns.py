import torch
import torch.nn as nn
import torch.nn.functional as F


valid = {"gamma": (0.0, 1.0)}


class Model(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, rewards, gamma):
        T = rewards.shape[0]
        out = []
        run = torch.zeros_like(rewards[0])
        for t in range(T - 1, -1, -1):
            run = rewards[t] + gamma * run
            out.append(run)
        return torch.stack(out[::-1], dim=0)


def get_inputs():
    return [torch.randn(128, 64), 0.99]


def get_init_inputs():
    return []
