import torch
import torch.nn as nn


class Model(nn.Module):
    """Continuous ranked probability score of an ensemble forecast.

    ens: (..., M) members, obs: (...). Returns a score per observation, in the
    units of the forecast variable.
    """

    def forward(self, ens, obs):
        skill = (ens - obs.unsqueeze(-1)).abs().mean(-1)
        spread = (ens.unsqueeze(-1) - ens.unsqueeze(-2)).abs().mean((-2, -1))
        return skill - 0.5 * spread


def get_inputs():
    obs = torch.randn(24, 32)
    ens = obs.unsqueeze(-1) + 0.4 * torch.randn(24, 32, 1) + 0.5 * torch.randn(24, 32, 50)
    return [ens, obs]


def get_init_inputs():
    return []
