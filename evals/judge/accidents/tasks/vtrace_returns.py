import torch
import torch.nn as nn


class Model(nn.Module):
    """V-trace value targets and policy-gradient advantages (time first)."""

    def __init__(self):
        super().__init__()

    def forward(self, log_rhos, discounts, rewards, values, bootstrap, rho_bar, c_bar):
        steps = rewards.size(0)
        acc = torch.zeros_like(bootstrap)
        next_value = bootstrap
        next_vs = bootstrap
        vs, adv = [None] * steps, [None] * steps
        for t in reversed(range(steps)):
            ratio = torch.exp(log_rhos[t])
            rho = torch.clamp(ratio, max=rho_bar)
            c = torch.clamp(ratio, max=c_bar)
            delta = rho * (rewards[t] + discounts[t] * next_value - values[t])
            acc = delta + discounts[t] * c * acc
            vs[t] = values[t] + acc
            adv[t] = rho * (rewards[t] + discounts[t] * next_vs - values[t])
            next_value = values[t]
            next_vs = vs[t]
        return torch.stack(vs), torch.stack(adv)


def get_inputs():
    t, b = 80, 32
    discounts = 0.99 * (torch.rand(t, b) > 0.02).float()
    return [torch.randn(t, b) * 0.3, discounts, torch.randn(t, b), torch.randn(t, b), torch.randn(b), 1.0, 1.0]


def get_init_inputs():
    return []
