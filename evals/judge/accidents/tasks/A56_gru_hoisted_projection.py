import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, nin, nh):
        super().__init__()
        self.w_ih = nn.Parameter(torch.empty(3 * nh, nin))
        self.w_hh = nn.Parameter(torch.empty(3 * nh, nh))
        self.b_ih = nn.Parameter(torch.zeros(3 * nh))
        self.b_hh = nn.Parameter(torch.zeros(3 * nh))
        nn.init.xavier_uniform_(self.w_ih)
        nn.init.orthogonal_(self.w_hh)

    def forward(self, x, h):
        # x: (T, B, I), h: (B, H)
        out = []
        for x_t in x:
            gi = F.linear(x_t, self.w_ih, self.b_ih)
            gh = F.linear(h, self.w_hh, self.b_hh)
            i_r, i_z, i_n = gi.chunk(3, 1)
            h_r, h_z, h_n = gh.chunk(3, 1)
            r = torch.sigmoid(i_r + h_r)
            z = torch.sigmoid(i_z + h_z)
            n = torch.tanh(i_n + r * h_n)
            h = (1 - z) * n + z * h
            out.append(h)
        return torch.stack(out)


def get_inputs():
    return [torch.randn(40, 16, 96), torch.zeros(16, 128)]


def get_init_inputs():
    return [96, 128]


valid = {}
