import math

import torch
import torch.nn as nn


class ModelNew(nn.Module):
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
        bc1 = 1 - self.beta1 ** step
        bc2 = 1 - self.beta2 ** step
        update = exp_avg_sq.sqrt().div_(math.sqrt(bc2)).add_(self.eps)
        torch.div(exp_avg, update, out=update)
        update.div_(bc1).add_(param, alpha=self.weight_decay)
        w_norm = torch.linalg.vector_norm(param)
        u_norm = torch.linalg.vector_norm(update)
        ratio = w_norm / u_norm.clamp(min=1e-12)
        param.sub_(update.mul_(ratio.mul_(self.lr)))
        return param
