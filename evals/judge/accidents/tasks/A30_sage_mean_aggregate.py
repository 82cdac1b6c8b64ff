import torch
import torch.nn as nn
import torch.nn.functional as F


valid = {"src": (0, 1023), "dst": (0, 1023)}


class Model(nn.Module):
    def __init__(self, dim_in, dim_out):
        super().__init__()
        self.lin_l = nn.Linear(dim_in, dim_out)
        self.lin_r = nn.Linear(dim_in, dim_out, bias=False)

    def forward(self, x, src, dst):
        N = x.shape[0]
        total = torch.zeros_like(x).index_add(0, dst, x[src])
        count = torch.zeros(N, dtype=x.dtype, device=x.device)
        count = count.index_add(0, dst, torch.ones_like(dst, dtype=x.dtype))
        mean = total / count.clamp(min=1).unsqueeze(-1)
        return self.lin_l(mean) + self.lin_r(x)


def get_inputs():
    src = torch.randint(0, 1024, (16384,))
    dst = torch.randint(0, 1024, (16384,)).sort().values
    return [torch.randn(1024, 32), src, dst]


def get_init_inputs():
    return [32, 32]
