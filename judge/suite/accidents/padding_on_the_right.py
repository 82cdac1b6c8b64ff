"""Looks for the last token at the number of tokens minus 1, right for padding on the right only.

task: accidents/last_token
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, states, mask):
        last = mask.sum(1) - 1
        return states.gather(1, last[:, None, None].expand(-1, 1, states.shape[2])).squeeze(1)
