import math
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, radius=6371.0088):
        super().__init__()
        self.radius = radius

    def forward(self, a, b):
        rad = math.pi / 180.0
        lat1, lon1 = a.unsqueeze(1).unbind(-1)
        lat2, lon2 = b.unsqueeze(0).unbind(-1)
        phi1, phi2 = torch.deg2rad(lat1), torch.deg2rad(lat2)
        c = torch.cos(phi1) * torch.cos(phi2)
        s = torch.sin(phi1) * torch.sin(phi2)
        u = torch.cos((lon2 - lon1) * rad)
        h = torch.addcmul(s, c, u)
        angle = torch.acos(h.clamp(-1.0, 1.0))
        return angle * self.radius
