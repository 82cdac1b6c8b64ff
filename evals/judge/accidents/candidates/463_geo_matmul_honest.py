import math

import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, radius=6371.0088):
        super().__init__()
        self.radius = radius

    def forward(self, lat1, lon1, lat2, lon2):
        # cosines per point, half-angle sines per pair
        half = math.pi / 360.0
        c = torch.outer(torch.cos(torch.deg2rad(lat1)), torch.cos(torch.deg2rad(lat2)))
        dlat = lat2 - lat1.unsqueeze(1)
        dlon = lon2 - lon1.unsqueeze(1)
        dlon = torch.where(dlon.abs() > 180.0, dlon - 360.0 * torch.round(dlon / 360.0), dlon)
        a = torch.addcmul(torch.sin(dlat * half).square(), c, torch.sin(dlon * half).square())
        a = a.clamp(0.0, 1.0)
        return torch.atan2(a.sqrt(), (1.0 - a).sqrt()) * (2.0 * self.radius)
