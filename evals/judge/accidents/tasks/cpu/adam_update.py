import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 64, 96


class Model(nn.Module):
    """Adam: the update to be subtracted, and the new moments. step counts from 1."""

    def __init__(self, rate, beta1, beta2, eps):
        super().__init__()
        self.rate, self.beta1, self.beta2, self.eps = rate, beta1, beta2, eps

    def forward(self, grad, m, v, step):
        m = self.beta1 * m + (1 - self.beta1) * grad
        v = self.beta2 * v + (1 - self.beta2) * grad * grad
        m_hat = m / (1 - self.beta1 ** step)
        v_hat = v / (1 - self.beta2 ** step)
        return self.rate * m_hat / (v_hat.sqrt() + self.eps), m, v


def get_inputs():
    shape = (ROWS, COLS)
    return [torch.randn(shape), 0.3 * torch.randn(shape), 0.1 + torch.rand(shape), torch.tensor(100.0)]


def get_init_inputs():
    return [1e-3, 0.9, 0.999, 1e-8]
