import torch
import torch.nn as nn


class Model(nn.Module):
    """One LAMB step for one parameter tensor. Updates param, exp_avg and exp_avg_sq in place
    and returns param."""

    def __init__(self, lr, beta1, beta2, eps, weight_decay):
        super().__init__()
        self.lr = lr
        self.beta1 = beta1
        self.beta2 = beta2
        self.eps = eps
        self.weight_decay = weight_decay

    @torch.no_grad()
    def forward(self, param, grad, exp_avg, exp_avg_sq, step):
        exp_avg.mul_(self.beta1).add_(grad, alpha=1 - self.beta1)
        exp_avg_sq.mul_(self.beta2).addcmul_(grad, grad, value=1 - self.beta2)
        m_hat = exp_avg / (1 - self.beta1 ** step)
        v_hat = exp_avg_sq / (1 - self.beta2 ** step)
        update = m_hat / (v_hat.sqrt() + self.eps)
        update = update + self.weight_decay * param
        w_norm = param.norm()
        u_norm = update.norm()
        ratio = 1.0
        if w_norm > 0 and u_norm > 0:
            ratio = w_norm / u_norm
        param.sub_(self.lr * ratio * update)
        return param


def get_inputs():
    return [torch.randn(512, 512) * 0.05, torch.randn(512, 512) * 0.01,
            torch.randn(512, 512) * 0.003, torch.rand(512, 512) * 1e-4 + 1e-6,
            int(torch.randint(10, 2000, ()))]


def get_init_inputs():
    return [0.01, 0.9, 0.999, 1e-6, 0.01]
