import torch
import torch.nn as nn


class Model(nn.Module):
    """One LARS step for one layer: updates weight and momentum buffer in place, returns the weight."""

    def __init__(self, eta=0.02, momentum=0.9, weight_decay=1e-4):
        super().__init__()
        self.eta = eta
        self.momentum = momentum
        self.weight_decay = weight_decay

    @torch.no_grad()
    def forward(self, weight, grad, buf, lr):
        w_norm = weight.norm()
        g_norm = grad.norm()
        if w_norm > 0 and g_norm > 0:
            trust = self.eta * w_norm / (g_norm + self.weight_decay * w_norm)
        else:
            trust = torch.ones_like(w_norm)
        d = grad + self.weight_decay * weight
        buf.mul_(self.momentum).add_(d * (trust * lr))
        weight.sub_(buf)
        return weight


def get_inputs():
    return [torch.randn(512, 768) * 0.05, torch.randn(512, 768) * 0.01, torch.randn(512, 768) * 0.001, 0.5]


def get_init_inputs():
    return []
