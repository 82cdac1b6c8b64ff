import torch
import torch.nn as nn


class Model(nn.Module):
    """One step of Adafactor for a matrix (factored second moment, no momentum).
    Writes p, row_avg and col_avg in place, returns p."""

    def __init__(self, eps=1e-30, decay_rate=-0.8, clip_threshold=1.0):
        super().__init__()
        self.eps = eps
        self.decay_rate = decay_rate
        self.clip_threshold = clip_threshold

    @torch.no_grad()
    def forward(self, p, grad, row_avg, col_avg, step, lr):
        beta2 = 1.0 - float(step) ** self.decay_rate
        square = grad.pow(2) + self.eps
        row_avg.mul_(beta2).add_(square.mean(dim=-1), alpha=1 - beta2)
        col_avg.mul_(beta2).add_(square.mean(dim=-2), alpha=1 - beta2)
        r = (row_avg / row_avg.mean(dim=-1, keepdim=True)).rsqrt().unsqueeze(-1)
        c = col_avg.rsqrt().unsqueeze(-2)
        update = r * c * grad
        rms = update.pow(2).mean().sqrt()
        update = update / (rms / self.clip_threshold).clamp(min=1.0)
        p.sub_(update * lr)
        return p


def get_inputs():
    p = torch.randn(512, 256) * 0.02
    grad = torch.randn(512, 256) * 0.01
    row_avg = (torch.rand(512) + 0.5) * 1e-4
    col_avg = (torch.rand(256) + 0.5) * 1e-4
    return [p, grad, row_avg, col_avg, 200, 1e-3]


def get_init_inputs():
    return []
