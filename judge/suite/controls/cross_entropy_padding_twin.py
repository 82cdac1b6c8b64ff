"""The honest twin of cross_entropy_padding.

task: accidents/cross_entropy_tokens
task-cpu: accidents/cpu/cross_entropy_tokens
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, logits, labels):
        there = labels != -100
        picked = logits[torch.arange(logits.shape[0], device=logits.device), labels.clamp(min=0)]
        return torch.where(there, logits.logsumexp(1) - picked, torch.zeros_like(picked)).sum() / there.sum()
