import torch
import torch.nn as nn


class Model(nn.Module):
    """One Rprop step; param, prev_grad and step_size are updated in place, grad is only read."""

    def __init__(self, eta_minus=0.5, eta_plus=1.2, step_min=1e-6, step_max=50.0):
        super().__init__()
        self.eta_minus = eta_minus
        self.eta_plus = eta_plus
        self.step_min = step_min
        self.step_max = step_max

    def forward(self, param, grad, prev_grad, step_size):
        s = grad * prev_grad
        factor = torch.ones_like(s)
        factor[s > 0] = self.eta_plus
        factor[s < 0] = self.eta_minus
        step_size.mul_(factor).clamp_(self.step_min, self.step_max)
        g = grad.masked_fill(s < 0, 0.0)
        param.sub_(g.sign() * step_size)
        prev_grad.copy_(g)
        return param


def get_inputs():
    n = 100000
    slope = torch.randn(n)
    grad = slope + 0.7 * torch.randn(n)
    prev_grad = slope + 0.7 * torch.randn(n)
    return [torch.randn(n), grad, prev_grad, 0.01 + 0.05 * torch.rand(n)]


def get_init_inputs():
    return []
