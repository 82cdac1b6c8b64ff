import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.hidden = hidden
        self.w_ih = nn.Parameter(torch.randn(3 * hidden, dim) / dim ** 0.5)
        self.w_hh = nn.Parameter(torch.randn(3 * hidden, hidden) / hidden ** 0.5)
        self.b_ih = nn.Parameter(0.1 * torch.randn(3 * hidden))
        self.b_hh = nn.Parameter(0.1 * torch.randn(3 * hidden))
        self.h0 = nn.Parameter(torch.zeros(hidden))

    def forward(self, x, start):
        T, B, _ = x.shape
        H = self.hidden
        gates = torch.matmul(x, self.w_ih.T) + self.b_ih
        gates[..., : 2 * H] += self.b_hh[: 2 * H]
        b_n = self.b_hh[2 * H :]
        w = self.w_hh.T
        first = start.unsqueeze(-1)
        h = self.h0.expand(B, -1)
        out = torch.empty(T, B, H, dtype=x.dtype, device=x.device)
        for t in range(T):
            h = torch.where(first[t], self.h0, h)
            hh = h @ w
            g = gates[t]
            rz = torch.sigmoid(g[:, : 2 * H] + hh[:, : 2 * H])
            n = torch.tanh(torch.addcmul(g[:, 2 * H :], rz[:, :H], hh[:, 2 * H :] + b_n))
            h = torch.lerp(n, h, rz[:, H:])
            out[t] = h
        return out, h
