import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, d_in, d_hidden, d_out, decay):
        super().__init__()
        self.decay = decay
        self.register_buffer("w1", torch.randn(d_hidden, d_in) * 0.02)
        self.register_buffer("b1", torch.randn(d_hidden) * 0.02)
        self.register_buffer("w2", torch.randn(d_out, d_hidden) * 0.02)
        self.register_buffer("b2", torch.randn(d_out) * 0.02)
        self.register_buffer("num_updates", torch.zeros((), dtype=torch.int64))

    @torch.no_grad()
    def forward(self, w1, b1, w2, b2):
        n = int(self.num_updates) + 1
        decay = min(self.decay, (1 + n) / (10 + n))
        avg = [self.w1, self.b1, self.w2, self.b2]
        new = [t.to(a.dtype) for t, a in zip((w1, b1, w2, b2), avg)]
        torch._foreach_lerp_(avg, new, 1.0 - decay)
        self.num_updates.fill_(n)
        return tuple(a.clone() for a in avg)
