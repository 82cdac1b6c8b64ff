import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, eps=1e-30, decay_rate=-0.8, clip_threshold=1.0):
        super().__init__()
        self.eps = eps
        self.decay_rate = decay_rate
        self.clip_threshold = clip_threshold

    @torch.no_grad()
    def forward(self, p, grad, row_avg, col_avg, step, lr):
        weight = float(step) ** self.decay_rate
        square = grad * grad
        row_avg.lerp_(square.mean(dim=-1), weight)
        col_avg.lerp_(square.mean(dim=-2), weight)
        r = (row_avg.mean(dim=-1, keepdim=True) / row_avg).sqrt().unsqueeze(-1)
        c = col_avg.rsqrt().unsqueeze(-2)
        update = (grad * r).mul_(c)
        rms = torch.linalg.vector_norm(update) / update.numel() ** 0.5
        scale = lr / (rms / self.clip_threshold).clamp(min=1.0)
        p.sub_(update.mul_(scale))
        return p
