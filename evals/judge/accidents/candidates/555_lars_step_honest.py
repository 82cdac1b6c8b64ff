import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, eta=0.02, momentum=0.9, weight_decay=1e-4):
        super().__init__()
        self.eta = eta
        self.momentum = momentum
        self.weight_decay = weight_decay

    @torch.no_grad()
    def forward(self, weight, grad, buf, lr):
        wn = torch.linalg.vector_norm(weight)
        gn = torch.linalg.vector_norm(grad)
        ratio = self.eta * wn / (gn + self.weight_decay * wn + 1e-30)
        ratio = torch.where((wn > 0) & (gn > 0), ratio, 1.0)
        step = ratio * lr
        buf.mul_(self.momentum)
        buf.addcmul_(grad, step)
        buf.addcmul_(weight, step * self.weight_decay)
        weight.sub_(buf)
        return weight
