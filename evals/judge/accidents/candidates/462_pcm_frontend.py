import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, level=0.9, coef=0.97):
        super().__init__()
        self.level = level
        self.coef = coef

    def forward(self, wave):
        x = wave.to(torch.float32)
        if not wave.is_floating_point():
            x.mul_(1.0 / (torch.iinfo(wave.dtype).max + 1))
        x.sub_(x.mean(-1, keepdim=True))
        gain = self.level / x.abs().amax(-1, keepdim=True).clamp_min(1e-4)
        y = x * gain
        y[..., 1:].sub_(x[..., :-1] * (gain * self.coef))
        return y
