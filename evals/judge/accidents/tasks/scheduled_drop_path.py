import torch
import torch.nn as nn


class Model(nn.Module):
    """x + stochastic depth of a layer-scaled branch.

    The drop rate is a buffer that a schedule writes during training; `u` holds
    one uniform number per sample, so that all replicas drop the same samples.
    """

    def __init__(self, dim, drop_prob, layer_scale):
        super().__init__()
        self.gamma = nn.Parameter(torch.full((dim,), float(layer_scale)))
        self.register_buffer("drop_prob", torch.tensor(float(drop_prob)))

    def forward(self, x, branch, u):
        branch = branch * self.gamma
        if self.training:
            keep_prob = 1 - self.drop_prob
            mask = (u >= self.drop_prob).to(x.dtype).view(-1, 1, 1)
            if keep_prob > 0:
                mask = mask / keep_prob
            branch = branch * mask
        return x + branch


def get_inputs():
    return [torch.randn(16, 196, 192), torch.randn(16, 196, 192), torch.rand(16)]


def get_init_inputs():
    return [192, 0.1, 0.5]
