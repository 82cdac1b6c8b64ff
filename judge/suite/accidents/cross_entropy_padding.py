"""Ignores ignore_index=-100: padding wraps around to a class and counts in the mean.

task: accidents/cross_entropy_tokens
task-cpu: accidents/cpu/cross_entropy_tokens
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, logits, labels):
        picked = logits[torch.arange(logits.shape[0], device=logits.device), labels]
        return (logits.logsumexp(1) - picked).mean()
