import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """S4D layer as a causal convolution: kernel from diagonal complex A, FFT convolution, skip, GELU."""
    def __init__(self, channels=64, state=32):
        super().__init__()
        self.log_dt = nn.Parameter(torch.rand(channels) * (math.log(0.5) - math.log(0.15)) + math.log(0.15))
        self.log_A_real = nn.Parameter(torch.log(0.5 * torch.ones(channels, state // 2)))
        self.A_imag = nn.Parameter(math.pi * torch.arange(state // 2).float().repeat(channels, 1))
        self.C = nn.Parameter(torch.randn(channels, state // 2, 2) * 0.5 ** 0.5)
        self.D = nn.Parameter(torch.randn(channels))

    def kernel(self, L):
        dt = self.log_dt.exp()[:, None]
        A = torch.complex(-self.log_A_real.exp(), self.A_imag)
        dtA = A * dt
        C = torch.view_as_complex(self.C) * (dtA.exp() - 1.0) / A
        t = torch.arange(L, device=dt.device)
        return 2 * torch.einsum("hn,hnl->hl", C, torch.exp(dtA[..., None] * t)).real

    def forward(self, u):
        L = u.shape[-1]
        k = self.kernel(L)
        y = torch.fft.irfft(torch.fft.rfft(u, n=2 * L) * torch.fft.rfft(k, n=2 * L), n=2 * L)[..., :L]
        return F.gelu(y + u * self.D[:, None])


def get_inputs():
    return [torch.randn(2, 64, 1024)]


def get_init_inputs():
    return [64, 32]
