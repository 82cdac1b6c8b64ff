import torch
import torch.nn as nn


class Model(nn.Module):
    """SGD with Nesterov momentum and weight decay for one parameter tensor. Updates param and
    momentum in place and returns param."""

    def __init__(self, mu, weight_decay):
        super().__init__()
        self.mu = mu
        self.weight_decay = weight_decay

    @torch.no_grad()
    def forward(self, param, grad, momentum, lr):
        d = grad + self.weight_decay * param
        momentum.mul_(self.mu).add_(d)
        param.sub_(lr * (d + self.mu * momentum))
        return param


def get_inputs():
    lr = 0.01 + 0.04 * float(torch.rand(()))
    return [torch.randn(256, 128, 3, 3) * 0.05, torch.randn(256, 128, 3, 3),
            torch.randn(256, 128, 3, 3), lr]


def get_init_inputs():
    return [0.9, 0.0005]
