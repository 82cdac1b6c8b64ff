import torch
import torch.nn as nn
import torch.nn.functional as F

valid = {"y": (-1, 1)}


class Model(nn.Module):
    """Negative log likelihood of a waveform under a mixture of logistics (WaveNet-type vocoder output)."""

    def __init__(self, n_mix: int, log_scale_min: float):
        super().__init__()
        self.n_mix = n_mix
        self.log_scale_min = log_scale_min

    def forward(self, y, params):
        logit, mean, log_s = params.split(self.n_mix, dim=1)
        log_s = log_s.clamp(min=self.log_scale_min)
        mid = (y.unsqueeze(1) - mean) * torch.exp(-log_s)
        log_p = mid - log_s - 2.0 * F.softplus(mid)
        return -torch.logsumexp(F.log_softmax(logit, dim=1) + log_p, dim=1)


def get_inputs():
    B, K, T = 4, 10, 6000
    y = torch.rand(B, T) * 2 - 1
    logit = torch.randn(B, K, T)
    mean = torch.randn(B, K, T) * 0.4
    log_s = torch.randn(B, K, T) * 0.3 - 1.0
    return [y, torch.cat([logit, mean, log_s], dim=1)]


def get_init_inputs():
    return [10, -7.0]
