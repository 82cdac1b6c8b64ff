import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, rewards, gamma):
        T = rewards.shape[0]
        t = torch.arange(T, device=rewards.device)
        k = t.unsqueeze(0) - t.unsqueeze(1)
        w = torch.pow(float(gamma), k.clamp(min=0).to(rewards.dtype)).triu()
        return torch.mm(w, rewards)
