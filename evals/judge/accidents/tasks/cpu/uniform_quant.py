import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, step):
        super().__init__()
        self.register_buffer("step", torch.tensor(step))
        self.register_buffer("weight", torch.randn(1024, 512) * 0.03)

    def forward(self, x):
        q = torch.round(x / self.step).clamp(-128, 127)
        return q.to(torch.int8), q @ (self.weight * self.step)


def get_inputs():
    return [torch.randn(64, 1024)]


def get_init_inputs():
    return [0.55]
