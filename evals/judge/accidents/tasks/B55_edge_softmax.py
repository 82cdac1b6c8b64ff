import torch
import torch.nn as nn

valid = {"dst": (0, 1999)}


class Model(nn.Module):
    """Softmax of edge scores over the incoming edges of each node (graph attention)."""

    def __init__(self, num_nodes):
        super().__init__()
        self.num_nodes = num_nodes

    def forward(self, score, dst):
        idx = dst.unsqueeze(1).expand_as(score)
        m = score.new_full((self.num_nodes, score.shape[1]), float("-inf"))
        m = m.scatter_reduce(0, idx, score, reduce="amax", include_self=True)
        ex = torch.exp(score - torch.gather(m, 0, idx))
        den = score.new_zeros(self.num_nodes, score.shape[1]).scatter_add(0, idx, ex)
        return ex / (torch.gather(den, 0, idx) + 1e-16)


def get_inputs():
    return [2.0 * torch.randn(30000, 8), torch.randint(0, 2000, (30000,))]


def get_init_inputs():
    return [2000]
