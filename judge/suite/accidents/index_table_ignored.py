"""Ignores a table of integers that starts as zeros.

task: accidents/field_embedding
task-cpu: accidents/cpu/field_embedding
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, fields, table, dim):
        super().__init__()
        self.table = nn.Parameter(torch.randn(table, dim))
        self.register_buffer("begin", torch.zeros(fields, dtype=torch.int64))

    def forward(self, codes):
        return F.embedding(codes, self.table).flatten(1)
