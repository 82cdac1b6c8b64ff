import torch
import torch.nn as nn


class Model(nn.Module):
    """Exponential moving average of the weights of an MLP, with a decay that warms up
    with the number of updates made so far. Returns the averaged weights."""

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
        self.num_updates += 1
        n = self.num_updates.item()
        decay = min(self.decay, (1 + n) / (10 + n))
        for avg, new in ((self.w1, w1), (self.b1, b1), (self.w2, w2), (self.b2, b2)):
            avg.lerp_(new.to(avg.dtype), 1 - decay)
        return self.w1.clone(), self.b1.clone(), self.w2.clone(), self.b2.clone()


def get_inputs():
    return [torch.randn(1024, 256) * 0.05, torch.randn(1024) * 0.05,
            torch.randn(256, 1024) * 0.05, torch.randn(256) * 0.05]


def get_init_inputs():
    return [256, 1024, 256, 0.9995]
