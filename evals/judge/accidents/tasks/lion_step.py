import torch
import torch.nn as nn


class Model(nn.Module):
    """One step of the Lion optimizer. Writes p and exp_avg in place, returns p."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, p, grad, exp_avg, lr, beta1, beta2, weight_decay):
        p.mul_(1 - lr * weight_decay)
        update = (exp_avg * beta1 + grad * (1 - beta1)).sign()
        p.sub_(update * lr)
        exp_avg.mul_(beta2).add_(grad * (1 - beta2))
        return p


def get_inputs():
    p = torch.randn(4096, 64) * 0.02
    grad = torch.randn(4096, 64) * 0.1
    exp_avg = torch.randn(4096, 64) * 0.03
    return [p, grad, exp_avg, 1e-3, 0.9, 0.99, 0.01]


def get_init_inputs():
    return []
