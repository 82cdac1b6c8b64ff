import math
import torch
import torch.nn as nn


valid = {"mean_anomaly": (-3.1415927, 3.1415927), "ecc": (0, 0.95)}


class Model(nn.Module):
    """Eccentric anomaly from mean anomaly and eccentricity (elliptic orbits)."""

    def __init__(self, iterations):
        super().__init__()
        self.iterations = iterations

    def forward(self, mean_anomaly, ecc):
        E = mean_anomaly + 0.85 * ecc * torch.sign(torch.sin(mean_anomaly))
        for _ in range(self.iterations):
            E = E - (E - ecc * torch.sin(E) - mean_anomaly) / (1.0 - ecc * torch.cos(E))
        return E


def get_inputs():
    return [(torch.rand(60000) * 2 - 1) * 3.14159, torch.rand(60000) * 0.2]


def get_init_inputs():
    return [25]
