import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """n-step returns: full windows together, the tail by recursion."""

    def __init__(self, n):
        super().__init__()
        self.n = n

    def forward(self, rewards, dones, values, gamma):
        T = rewards.size(1)
        n = min(self.n, T)
        full = T - n + 1
        keep = gamma * (1.0 - dones.to(values.dtype))
        out = torch.zeros_like(rewards)
        g = values[:, n:]
        for k in range(n - 1, -1, -1):
            g = rewards[:, k:k + full] + keep[:, k:k + full] * g
        out[:, :full] = g
        g = values[:, T]
        for t in range(T - 1, full - 1, -1):
            g = rewards[:, t] + keep[:, t] * g
            out[:, t] = g
        return out
