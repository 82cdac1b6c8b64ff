import math

import torch
import torch.nn as nn


class Model(nn.Module):
    """Eccentric anomaly E of elliptic orbits: E - e sin E = M.

    mean_anomaly, eccentricity [N] (0 <= e < 1) -> [N], in the revolution of mean_anomaly.
    """

    def forward(self, mean_anomaly, eccentricity):
        m = mean_anomaly.double()
        e = eccentricity.double()
        turns = torch.round(m / (2.0 * math.pi))
        m = m - turns * (2.0 * math.pi)
        sign = torch.where(m < 0, -1.0, 1.0).double()
        m = m.abs()
        # from the right of the root, where the function is convex
        E = torch.clamp(m + e, max=math.pi)
        for _ in range(40):
            E = E - (E - e * torch.sin(E) - m) / (1.0 - e * torch.cos(E))
        return (sign * E + turns * (2.0 * math.pi)).to(mean_anomaly.dtype)


def get_inputs():
    N = 4000
    mean_anomaly = (torch.rand(N) * 2.0 - 1.0) * (4.0 * math.pi)
    eccentricity = torch.rand(N) * 0.25
    return [mean_anomaly, eccentricity]


def get_init_inputs():
    return []
