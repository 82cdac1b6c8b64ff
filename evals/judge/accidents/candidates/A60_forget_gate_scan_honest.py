import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, f, c):
        u = (1 - f) * x
        # one fused operator per step
        out = []
        for u_t, f_t in zip(u.unbind(1), f.unbind(1)):
            c = torch.addcmul(u_t, f_t, c)
            out.append(c)
        return torch.stack(out, dim=1)
