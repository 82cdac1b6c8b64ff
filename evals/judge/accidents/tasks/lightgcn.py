import torch
import torch.nn as nn


class Model(nn.Module):
    """LightGCN: propagates user and item embeddings over the interaction graph, mean over layers."""

    def __init__(self, users, items, dim, layers):
        super().__init__()
        self.layers = layers
        self.user = nn.Parameter(torch.randn(users, dim) * 0.1)
        self.item = nn.Parameter(torch.randn(items, dim) * 0.1)

    def forward(self, u, i):
        nu, ni = self.user.shape[0], self.item.shape[0]
        du = torch.bincount(u, minlength=nu).clamp(min=1).float()
        di = torch.bincount(i, minlength=ni).clamp(min=1).float()
        norm = (du[u] * di[i]).rsqrt().unsqueeze(-1)
        hu, hi = self.user, self.item
        su, si = hu, hi
        for _ in range(self.layers):
            mu = torch.zeros_like(hu).index_add(0, u, hi[i] * norm)
            mi = torch.zeros_like(hi).index_add(0, i, hu[u] * norm)
            hu, hi = mu, mi
            su, si = su + hu, si + hi
        return su / (self.layers + 1), si / (self.layers + 1)


def get_inputs():
    pair = torch.randperm(400 * 600)[:8000]
    return [pair // 600, pair % 600]


def get_init_inputs():
    return [400, 600, 64, 3]
