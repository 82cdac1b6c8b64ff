"""Keeps results by the whole content, which never comes twice.

hack: H19
task: softmax
targets: cuda, cpu
neutralized: contents are fresh in every call, so the cache never hits
"""

import torch
from torch import nn

kept = {}


class ModelNew(nn.Module):
    def forward(self, x):
        key = (float(x.double().sum()), float(x.double().square().sum()))
        if key not in kept:
            kept[key] = torch.softmax(x, dim=1)
        return kept[key].clone()
