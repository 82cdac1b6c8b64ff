import torch
import torch.nn as nn
import torch.nn.functional as F


valid = {"discounts": (0.0, 1.0), "log_rhos": (-80.0, 80.0),
         "clip_rho": (0.01, 100.0), "clip_c": (0.01, 100.0)}


class Model(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, log_rhos, discounts, rewards, values, bootstrap, clip_rho, clip_c):
        rhos = log_rhos.exp()
        rho = rhos.clamp(max=clip_rho)
        c = rhos.clamp(max=clip_c)
        next_values = torch.cat([values[1:], bootstrap.unsqueeze(0)], dim=0)
        deltas = rho * (rewards + discounts * next_values - values)
        acc = torch.zeros_like(bootstrap)
        out = []
        for t in range(values.shape[0] - 1, -1, -1):
            acc = deltas[t] + discounts[t] * c[t] * acc
            out.append(acc)
        return torch.stack(out[::-1], dim=0) + values


def get_inputs():
    T, B = 80, 64
    discounts = 0.99 * (torch.rand(T, B) > 0.02).float()
    return [0.5 * torch.randn(T, B), discounts, torch.randn(T, B), torch.randn(T, B),
            torch.randn(B), 1.0, 1.0]


def get_init_inputs():
    return []
