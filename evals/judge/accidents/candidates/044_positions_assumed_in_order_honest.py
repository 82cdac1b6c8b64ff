import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, places, features):
        super().__init__()
        self.place = nn.Embedding(places, features)

    def forward(self, x, positions):
        return x + self.place.weight.index_select(0, positions.reshape(-1)).view_as(x)
