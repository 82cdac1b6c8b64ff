import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, a, b):
        a, b = torch.deg2rad(a), torch.deg2rad(b)
        lat_a, lat_b = a[:, 0], b[:, 0]
        cosine = torch.sin(lat_a) * torch.sin(lat_b) + torch.cos(lat_a) * torch.cos(lat_b) * torch.cos(b[:, 1] - a[:, 1])
        return 6371.0 * torch.acos(cosine.clamp(-1, 1))
