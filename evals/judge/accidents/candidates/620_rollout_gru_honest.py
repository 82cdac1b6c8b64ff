import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """One product for the inputs of all steps; the state is masked only at the steps where
    some episode begins."""

    def __init__(self, inputs=48, hidden=64):
        super().__init__()
        self.cell = nn.GRUCell(inputs, hidden)

    def forward(self, x, h, done):
        cell = self.cell
        steps = x.shape[0]
        gates = F.linear(x, cell.weight_ih, cell.bias_ih)
        resets = (done[1:].any(1).nonzero().flatten() + 1).tolist()
        bounds = [0] + resets + [steps]
        out = []
        for start, end in zip(bounds[:-1], bounds[1:]):
            h = h.masked_fill(done[start].unsqueeze(1), 0.0)
            for t in range(start, end):
                xr, xz, xn = gates[t].chunk(3, 1)
                hr, hz, hn = F.linear(h, cell.weight_hh, cell.bias_hh).chunk(3, 1)
                r = torch.sigmoid(xr + hr)
                z = torch.sigmoid(xz + hz)
                n = torch.tanh(xn + r * hn)
                h = n + z * (h - n)
                out.append(h)
        return torch.stack(out), h
