import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, lr, beta1, beta2, eps, weight_decay):
        super().__init__()
        self.lr, self.beta1, self.beta2, self.eps, self.weight_decay = lr, beta1, beta2, eps, weight_decay

    def forward(self, p, g, m, v, step):
        t = float(step)
        c1 = 1.0 - self.beta1 ** t
        c2 = 1.0 - self.beta2 ** t
        alpha = self.lr * c2 ** 0.5 / c1
        eps = self.eps * c2 ** 0.5
        m = torch.lerp(m, g, 1.0 - self.beta1)
        v = torch.mul(v, self.beta2).addcmul_(g, g, value=1.0 - self.beta2)
        denom = v.sqrt().add_(eps)
        p = torch.mul(p, 1.0 - self.lr * self.weight_decay).addcdiv_(m, denom, value=-alpha)
        return p, m, v
