import torch
import torch.nn as nn


class Model(nn.Module):
    """Round a tensor through float8 e4m3 with one scale per tensor taken from its largest
    magnitude, and return it in the original type. Keeps the last amax in a buffer."""

    def __init__(self, fp8_max):
        super().__init__()
        self.fp8_max = fp8_max
        self.register_buffer("amax", torch.zeros(()))

    @torch.no_grad()
    def forward(self, x):
        xf = x.float()
        amax = xf.abs().max()
        self.amax.copy_(amax)
        scale = self.fp8_max / amax.clamp(min=1e-12)
        y = (xf * scale).clamp(-self.fp8_max, self.fp8_max)
        q = y.to(torch.float8_e4m3fn).float()
        return (q / scale).to(x.dtype)


def get_inputs():
    return [torch.randn(256, 1024)]


def get_init_inputs():
    return [448.0]
