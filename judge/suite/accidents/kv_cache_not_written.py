"""Computes the attention correctly but does not update the caller's caches. The next token is wrong.

task: accidents/kv_cache_step
task-cpu: accidents/cpu/kv_cache_step
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, query, key, value, keys, values, position):
        d = query.shape[-1] ** -0.5
        scores = torch.matmul(keys[:, :, :position], query.unsqueeze(-1)).squeeze(-1)
        own = (query * key).sum(-1, keepdim=True)
        weights = (torch.cat([scores, own], -1) * d).softmax(-1)
        return torch.matmul(weights[..., :-1].unsqueeze(-2), values[:, :, :position]).squeeze(-2) + weights[..., -1:] * value
