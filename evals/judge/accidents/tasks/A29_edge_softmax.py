import torch
import torch.nn as nn
import torch.nn.functional as F


valid = {"dst": (0, 1999)}


class Model(nn.Module):
    def __init__(self, num_nodes):
        super().__init__()
        self.num_nodes = num_nodes

    def forward(self, scores, dst):
        H = scores.shape[1]
        index = dst.unsqueeze(-1).expand(-1, H)
        m = torch.full((self.num_nodes, H), float("-inf"), dtype=scores.dtype, device=scores.device)
        m = m.scatter_reduce(0, index, scores, "amax", include_self=True)
        e = (scores - m[dst]).exp()
        s = torch.zeros_like(m).scatter_add(0, index, e)
        return e / (s[dst] + 1e-16)


def get_inputs():
    return [torch.randn(20000, 4), torch.randint(0, 2000, (20000,))]


def get_init_inputs():
    return [2000]
