import torch
import torch.nn as nn


class Model(nn.Module):
    """One kick-drift step of a batch of particle systems.

    pos and vel [B, N, 3] are advanced in place; returns the kinetic energy [B].
    """

    def forward(self, pos, vel, force, mass, dt):
        vel.add_(force / mass[:, None], alpha=0.5 * dt)
        pos.add_(vel, alpha=dt)
        return 0.5 * (mass * vel.square().sum(-1)).sum(-1)


def get_inputs():
    B, N = 16, 2000
    pos = torch.rand(B, N, 3) * 10.0
    vel = torch.randn(B, N, 3)
    force = torch.randn(B, N, 3) * 5.0
    mass = torch.rand(N) * 3.0 + 1.0
    return [pos, vel, force, mass, 0.01]


def get_init_inputs():
    return []
