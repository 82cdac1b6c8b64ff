import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Transport plan of uniform marginals after 20 log-domain Sinkhorn iterations with regularization eps."""
    def forward(self, cost, eps):
        b, n, m = cost.shape
        k = -cost / eps
        f, g = cost.new_zeros(b, n, 1), cost.new_zeros(b, 1, m)
        for _ in range(20):
            f = -torch.logsumexp(k + g, 2, keepdim=True) - torch.log(torch.tensor(float(n)))
            g = -torch.logsumexp(k + f, 1, keepdim=True) - torch.log(torch.tensor(float(m)))
        return torch.exp(k + f + g)


def get_inputs():
    return [torch.rand(8, 64, 64), 0.5]


def get_init_inputs():
    return []
