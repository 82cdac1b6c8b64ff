import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.rnn = nn.LSTM(features, features, batch_first=True)

    def forward(self, x, h, c):
        r = self.rnn
        pre = F.linear(x, r.weight_ih_l0, r.bias_ih_l0 + r.bias_hh_l0)
        h, c = h[0], c[0]
        out = []
        for t in range(x.shape[1]):
            i, f, g, o = torch.addmm(pre[:, t], h, r.weight_hh_l0.t()).chunk(4, 1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            h = torch.sigmoid(o) * torch.tanh(c)
            out.append(h)
        return torch.stack(out, 1), c.unsqueeze(0)
