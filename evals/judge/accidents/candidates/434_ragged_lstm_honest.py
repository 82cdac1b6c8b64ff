import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.hidden_size = hidden_size
        k = 1.0 / math.sqrt(hidden_size)
        self.w_ih = nn.Parameter(torch.empty(4 * hidden_size, input_size).uniform_(-k, k))
        self.w_hh = nn.Parameter(torch.empty(4 * hidden_size, hidden_size).uniform_(-k, k))
        self.bias = nn.Parameter(torch.empty(4 * hidden_size).uniform_(-k, k))

    def forward(self, x, lengths):
        B, T, _ = x.shape
        H = self.hidden_size
        lengths, order = lengths.sort(descending=True)
        restore = order.argsort()
        gates = F.linear(x[order], self.w_ih, self.bias)
        # number of rows still running at each step
        active = (lengths.unsqueeze(0) > torch.arange(T, device=lengths.device).unsqueeze(1)).sum(1).tolist()
        w_t = self.w_hh.t()
        h = x.new_zeros(B, H)
        c = x.new_zeros(B, H)
        out = []
        for t, n in enumerate(active):
            if n == 0:
                out.append(x.new_zeros(B, H))
                continue
            g = torch.addmm(gates[:n, t], h[:n], w_t)
            s = torch.sigmoid(g[:, :3 * H])
            c_new = s[:, H:2 * H] * c[:n] + s[:, :H] * torch.tanh(g[:, 3 * H:])
            h_new = s[:, 2 * H:] * torch.tanh(c_new)
            h = torch.cat([h_new, h[n:]])
            c = torch.cat([c_new, c[n:]])
            out.append(F.pad(h_new, (0, 0, 0, B - n)))
        return torch.stack(out, dim=1)[restore], h[restore], c[restore]
