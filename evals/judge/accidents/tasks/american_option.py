import torch
import torch.nn as nn


class Model(nn.Module):
    """Price of American calls and puts with a continuous dividend yield
    on a Cox-Ross-Rubinstein tree. All arguments are tensors, one entry per contract."""

    def __init__(self, steps=48):
        super().__init__()
        self.steps = steps

    @torch.no_grad()
    def forward(self, spot, strike, expiry, rate, dividend, vol, is_call):
        dtype = spot.dtype
        args = torch.broadcast_tensors(spot, strike, expiry, rate, dividend, vol, is_call)
        s, k, t, r, q, v = [a.double().unsqueeze(-1) for a in args[:6]]
        sign = torch.where(args[6].bool(), 1.0, -1.0).double().unsqueeze(-1)
        dt = t.clamp(min=1e-6) / self.steps
        up = torch.exp(v.clamp(min=1e-4) * dt.sqrt())
        p = ((torch.exp((r - q) * dt) - 1 / up) / (up - 1 / up)).clamp(0, 1)
        discount = torch.exp(-r * dt)
        j = torch.arange(self.steps + 1, device=s.device, dtype=s.dtype)
        value = (sign * (s * up ** (2 * j - self.steps) - k)).clamp(min=0)
        for i in range(self.steps - 1, -1, -1):
            value = discount * (p * value[..., 1:] + (1 - p) * value[..., :-1])
            node = s * up ** (2 * j[: i + 1] - i)
            value = torch.maximum(value, sign * (node - k))
        return value.squeeze(-1).to(dtype)


def get_inputs():
    n = 128
    spot = torch.rand(n) * 40 + 80
    strike = torch.rand(n) * 40 + 80
    expiry = torch.rand(n) * 1.5 + 0.1
    rate = torch.rand(n) * 0.04 + 0.01
    dividend = torch.zeros(n)
    vol = torch.rand(n) * 0.35 + 0.15
    is_call = torch.rand(n) < 0.5
    return [spot, strike, expiry, rate, dividend, vol, is_call]


def get_init_inputs():
    return [48]
