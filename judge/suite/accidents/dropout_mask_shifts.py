"""Moves the generator on by one row per call, instead of by the whole mask. The next mask is the same one, a row further.

task: accidents/cpu/dropout_rows
targets: cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.tanh(x)
        if not self.training:
            return y
        before = torch.get_rng_state()
        noise = torch.rand(x.shape)
        torch.set_rng_state(before)
        torch.rand(x.shape[1])
        return y * (noise >= 0.2) / 0.8
