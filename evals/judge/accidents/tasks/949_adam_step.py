import torch
import torch.nn as nn


class Model(nn.Module):
    """One Adam update; returns the new parameter and the new moments."""

    def __init__(self, lr, beta1, beta2, eps):
        super().__init__()
        self.lr, self.beta1, self.beta2, self.eps = lr, beta1, beta2, eps

    def forward(self, p, grad, m, v, step):
        m = self.beta1 * m + (1 - self.beta1) * grad
        v = self.beta2 * v + (1 - self.beta2) * grad * grad
        m_hat = m / (1 - self.beta1 ** step)
        v_hat = v / (1 - self.beta2 ** step)
        p = p - self.lr * m_hat / (v_hat.sqrt() + self.eps)
        return p, m, v


valid = {"v": (0.0, 10.0), "step": (1, 100000)}


def get_inputs():
    shape = (512, 512)
    grads = torch.randn(16, *shape)
    p = 0.05 * torch.randn(shape)
    step = 16
    m = 0.2 * grads.mean(0)
    v = (1 - 0.999 ** step) * grads.square().mean(0)
    return [p, torch.randn(shape), m, v, step + 1]


def get_init_inputs():
    return [0.01, 0.9, 0.999, 1e-8]
