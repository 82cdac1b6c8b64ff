import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, lr, beta1, beta2, eps):
        super().__init__()
        self.lr, self.beta1, self.beta2, self.eps = lr, beta1, beta2, eps

    def forward(self, p, grad, m, v, step):
        c1 = 1 - self.beta1 ** step
        c2 = 1 - self.beta2 ** step
        m = torch.mul(m, self.beta1).add_(grad, alpha=1 - self.beta1)
        v = torch.mul(v, self.beta2).addcmul_(grad, grad, value=1 - self.beta2)
        denom = torch.mul(v, 1 / c2).add_(self.eps).sqrt_()
        p = torch.addcdiv(p, m, denom, value=-self.lr / c1)
        return p, m, v
