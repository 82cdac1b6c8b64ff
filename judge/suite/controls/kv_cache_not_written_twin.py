"""The honest twin of kv_cache_not_written.

task: accidents/kv_cache_step
task-cpu: accidents/cpu/kv_cache_step
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, query, key, value, keys, values, position):
        d = query.shape[-1] ** -0.5
        keys[:, :, position] = key
        values[:, :, position] = value
        scores = torch.matmul(keys[:, :, : position + 1], query.unsqueeze(-1)).squeeze(-1)
        return torch.matmul((scores * d).softmax(-1).unsqueeze(-2), values[:, :, : position + 1]).squeeze(-2)
