import torch
import torch.nn as nn


class Model(nn.Module):
    """Selective state space scan with one decay per head (Mamba-2)."""

    def __init__(self, n_heads):
        super().__init__()
        self.A_log = nn.Parameter(torch.log(torch.linspace(1.0, 4.0, n_heads)))
        self.D = nn.Parameter(torch.ones(n_heads))

    def forward(self, x, dt, B, C, state):
        # x (b, t, h, p), dt (b, t, h), B and C (b, t, n), state (b, h, p, n)
        A = -torch.exp(self.A_log)
        ys = []
        for i in range(x.shape[1]):
            decay = torch.exp(dt[:, i] * A)
            update = (dt[:, i, :, None] * x[:, i]).unsqueeze(-1) * B[:, i, None, None, :]
            state = state * decay[:, :, None, None] + update
            ys.append((state * C[:, i, None, None, :]).sum(-1) + self.D[:, None] * x[:, i])
        return torch.stack(ys, dim=1), state


def get_inputs():
    b, t, h, p, n = 2, 96, 4, 16, 16
    dt = 0.01 + 0.09 * torch.rand(b, t, h)
    return [torch.randn(b, t, h, p), dt, torch.randn(b, t, n), torch.randn(b, t, n), torch.randn(b, h, p, n)]


def get_init_inputs():
    return [4]
