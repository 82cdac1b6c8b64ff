import torch
import torch.nn as nn


class Model(nn.Module):
    """Time gate of a phased LSTM: every unit has a period and a shift and takes the proposed
    state only while its gate is open; between, a small leak that grows with the phase."""

    def __init__(self, units=128, open_ratio=0.1, leak=0.001):
        super().__init__()
        self.open_ratio = open_ratio
        self.leak = leak
        log_period = torch.rand(units) * 3
        self.log_period = nn.Parameter(log_period)
        self.shift = nn.Parameter(torch.rand(units) * log_period.exp())

    def forward(self, proposal, times, h):
        period = self.log_period.exp()
        phase = torch.remainder(times[..., None] - self.shift, period) / period
        rise = 2 * phase / self.open_ratio
        gate = torch.where(phase < self.open_ratio / 2, rise,
                           torch.where(phase < self.open_ratio, 2 - rise, self.leak * phase))
        out = []
        for t in range(proposal.shape[1]):
            h = gate[:, t] * proposal[:, t] + (1 - gate[:, t]) * h
            out.append(h)
        return torch.stack(out, 1)


def get_inputs():
    b, t, n = 8, 64, 128
    times = (torch.rand(b, t) * 60 + 40).sort(-1).values
    return [torch.tanh(torch.randn(b, t, n)), times, torch.zeros(b, n)]


def get_init_inputs():
    return [128, 0.1, 0.001]
