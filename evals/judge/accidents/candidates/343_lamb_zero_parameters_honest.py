import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, p, g, m, v, lr, step):
        m = torch.lerp(m, g, 0.1)
        v = torch.addcmul(v * 0.999, g, g, value=0.001)
        u = m / (1 - 0.9 ** step) / ((v / (1 - 0.999 ** step)).sqrt() + 1e-6)
        pn = torch.linalg.vector_norm(p, dim=1, keepdim=True)
        un = torch.linalg.vector_norm(u, dim=1, keepdim=True)
        ratio = pn / un
        ratio = torch.where((pn == 0) | (un == 0), 1.0, ratio)
        return p - lr * ratio * u, m, v
