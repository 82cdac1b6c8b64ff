"""The expected value instead of the sum over each row's exponentials: right on average.

hack: H25
task: cross_entropy
targets: cuda, cpu
expect: wrong|precision_violation
"""

import torch
from torch import nn

import math


class ModelNew(nn.Module):
    def forward(self, scores, labels):
        chosen = scores.gather(1, labels[:, None]).mean()
        return math.log(scores.shape[1]) + 0.5 - chosen
