"""The honest twin of impossible_item_drawn. It counts, and so answers otherwise than a binary search where weights are negative.

task: accidents/draw_by_cdf
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, weights, u):
        sums = weights.double().cumsum(1)
        return (sums <= u[:, None].double() * sums[:, -1:]).sum(1).clamp(max=weights.shape[1] - 1)
