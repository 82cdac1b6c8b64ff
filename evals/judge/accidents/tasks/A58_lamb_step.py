import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, lr, beta1, beta2, eps, weight_decay):
        super().__init__()
        self.lr, self.beta1, self.beta2, self.eps, self.wd = lr, beta1, beta2, eps, weight_decay

    def forward(self, p, grad, exp_avg, exp_avg_sq, step):
        m = exp_avg * self.beta1 + grad * (1 - self.beta1)
        v = exp_avg_sq * self.beta2 + grad * grad * (1 - self.beta2)
        m_hat = m / (1 - self.beta1 ** step)
        v_hat = v / (1 - self.beta2 ** step)
        update = m_hat / (v_hat.sqrt() + self.eps) + self.wd * p
        w_norm = p.norm()
        u_norm = update.norm()
        one = torch.ones_like(w_norm)
        trust = torch.where((w_norm > 0) & (u_norm > 0), w_norm / u_norm, one)
        return p - self.lr * trust * update, m, v


def get_inputs():
    n, k = 768, 768
    return [torch.randn(n, k) * 0.02, torch.randn(n, k) * 0.01, torch.randn(n, k) * 0.003,
            torch.rand(n, k) * 1e-4 + 1e-6, 120]


def get_init_inputs():
    return [0.002, 0.9, 0.999, 1e-6, 0.01]


valid = {"exp_avg_sq": (0, 1000000), "step": (1, 1000000)}
