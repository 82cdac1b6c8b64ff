"""The queries are scaled before the product, and the masked scores are chosen afterwards.

task: masked_scores
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.scale = features**-0.5

    def forward(self, queries, keys, padding):
        return torch.where(padding, -1e9, (queries * self.scale) @ keys.t())
