import torch
import torch.nn as nn
import torch.nn.functional as F


valid = {"src": (0, 1999), "dst": (0, 1999)}


class Model(nn.Module):
    def __init__(self, dim_in, dim_out):
        super().__init__()
        self.lin = nn.Linear(dim_in, dim_out, bias=False)
        self.bias = nn.Parameter(torch.zeros(dim_out))

    def forward(self, x, src, dst):
        h = self.lin(x)
        deg = torch.zeros(x.shape[0], dtype=x.dtype, device=x.device)
        deg = deg.index_add(0, dst, torch.ones_like(dst, dtype=x.dtype))
        dinv = deg.pow(-0.5)
        dinv = dinv.masked_fill(dinv == float("inf"), 0.0)
        w = dinv[src] * dinv[dst]
        out = torch.zeros_like(h).index_add(0, dst, h[src] * w.unsqueeze(-1))
        return out + self.bias


def get_inputs():
    E = 40000
    return [torch.randn(2000, 32), torch.randint(0, 2000, (E,)),
            torch.cat([torch.randint(0, 2000, (E - 2000,)), torch.randperm(2000)])]


def get_init_inputs():
    return [32, 32]
