import torch
import torch.nn as nn


class Model(nn.Module):
    """Additive Holt-Winters smoothing of each row of y, then a forecast of `horizon` steps."""

    def __init__(self, alpha=0.3, beta=0.05, gamma=0.2):
        super().__init__()
        self.alpha = alpha
        self.beta = beta
        self.gamma = gamma

    @torch.no_grad()
    def forward(self, y, period, horizon):
        T = y.shape[1]
        if period < 1 or horizon < 1 or T < 2 * period:
            raise ValueError("needs two full periods and a positive horizon")
        level = y[:, :period].mean(dim=1)
        trend = (y[:, period:2 * period].mean(dim=1) - level) / period
        season = [y[:, t] - level for t in range(period)]
        for t in range(period, T):
            prev = level
            level = self.alpha * (y[:, t] - season[t - period]) + (1 - self.alpha) * (level + trend)
            trend = self.beta * (level - prev) + (1 - self.beta) * trend
            season.append(self.gamma * (y[:, t] - level) + (1 - self.gamma) * season[t - period])
        forecast = [level + h * trend + season[T - period + (h - 1) % period] for h in range(1, horizon + 1)]
        return torch.stack(forecast, dim=1)


def get_inputs():
    t = torch.arange(192.0)
    phase = 6.2832 * torch.rand(64, 1)
    y = 5 + 0.01 * t + 2 * torch.sin(6.2832 * t / 24 + phase) + 0.5 * torch.randn(64, 192)
    return [y, 24, 36]


def get_init_inputs():
    return []
