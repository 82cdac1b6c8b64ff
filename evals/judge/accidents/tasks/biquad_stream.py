import torch
import torch.nn as nn


class Model(nn.Module):
    """Second-order IIR filter over a block of every channel, any a[0]; the delay line is updated in place.

    a[0] y[n] = b[0] x[n] + b[1] x[n-1] + b[2] x[n-2] - a[1] y[n-1] - a[2] y[n-2]
    x (channels, time), b (3,), a (3,), state (channels, 2) of the transposed direct form II with a[0] = 1.
    """

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, x, b, a, state):
        b = b.double() / a[0].double()
        a = a.double() / a[0].double()
        z0, z1 = state.double().unbind(dim=1)
        ys = []
        for v in x.double().unbind(dim=1):
            y = b[0] * v + z0
            z0 = b[1] * v - a[1] * y + z1
            z1 = b[2] * v - a[2] * y
            ys.append(y)
        state.copy_(torch.stack([z0, z1], dim=1))
        return torch.stack(ys, dim=1).to(x.dtype)


def get_inputs():
    b = torch.tensor([0.06745527, 0.13491055, 0.06745527])
    a = torch.tensor([1.0, -1.14298050, 0.41280160])
    return [torch.randn(64, 256), b, a, 0.1 * torch.randn(64, 2)]


def get_init_inputs():
    return []
