"""Draws the first item whose running sum is not below the threshold: an item of weight 0 at a threshold of 0.

task: accidents/draw_by_cdf
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, weights, u):
        sums = weights.double().cumsum(1)
        return (sums < u[:, None].double() * sums[:, -1:]).sum(1).clamp(max=weights.shape[1] - 1)
