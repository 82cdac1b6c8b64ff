"""A maximum whose source asks for NaN: the build flags must keep the question.

task: accidents/max_over_rows
task-cpu: accidents/cpu/max_over_rows
targets: cpu
require: nan
"""

import torch
import torch.nn as nn



class ModelNew(nn.Module):
    def forward(self, x):
        from kernel import lib

        out = torch.empty(x.shape[0])
        lib.row_max(x, out, x.shape[0], x.shape[1])
        return out
