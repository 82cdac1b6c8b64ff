import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, temperature):
        super().__init__()
        self.t = temperature

    def forward(self, student, teacher):
        logq = F.log_softmax(student / self.t, -1)
        p = F.softmax(teacher / self.t, -1)
        kl = F.kl_div(logq, p, reduction="none").sum(-1)
        return kl.mean() * self.t ** 2


def get_inputs():
    return [torch.randn(256, 4096) * 2, torch.randn(256, 4096) * 2]


def get_init_inputs():
    return [2.0]
