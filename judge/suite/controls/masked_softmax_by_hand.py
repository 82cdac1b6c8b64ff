"""The softmax by its formula, from one masked copy of the scores, in every shape.

task: masked_softmax_shapes
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, scores, keep, scale):
        masked = torch.where(keep, scores * scale, -1e9)
        powers = (masked - masked.amax(dim=-1, keepdim=True)).exp_()
        return powers / powers.sum(dim=-1, keepdim=True)
