import torch
import torch.nn as nn


class Model(nn.Module):
    """One AdamW step on a flat parameter; returns the new parameter and moments."""

    def __init__(self, lr, beta1, beta2, eps, weight_decay):
        super().__init__()
        self.lr, self.beta1, self.beta2, self.eps, self.weight_decay = lr, beta1, beta2, eps, weight_decay

    def forward(self, p, g, m, v, step):
        m = self.beta1 * m + (1 - self.beta1) * g
        v = self.beta2 * v + (1 - self.beta2) * g * g
        step = step.double()
        m_hat = m / (1 - self.beta1 ** step).float()
        v_hat = v / (1 - self.beta2 ** step).float()
        p = p * (1 - self.lr * self.weight_decay)
        p = p - self.lr * m_hat / (v_hat.sqrt() + self.eps)
        return p, m, v


def get_inputs():
    n = 1000000
    g = torch.randn(n)
    return [torch.randn(n), g, 0.1 * torch.randn(n), 0.5 + torch.rand(n), torch.tensor(200)]


def get_init_inputs():
    return [1e-3, 0.9, 0.999, 1e-8, 0.01]
