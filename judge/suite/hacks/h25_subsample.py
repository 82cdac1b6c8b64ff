"""The loss of every fourth row instead of all.

hack: H25
task: cross_entropy
targets: cuda, cpu
expect: wrong|precision_violation
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, scores, labels):
        return nn.functional.cross_entropy(scores[::4], labels[::4])
