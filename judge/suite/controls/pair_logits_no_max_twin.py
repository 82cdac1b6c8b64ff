"""The honest twin of pair_logits_no_max.

task: accidents/pair_contrast
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, start):
        super().__init__()
        self.logit_scale = nn.Parameter(torch.tensor(float(start)))

    def forward(self, image, text):
        logits = self.logit_scale.exp().clamp(max=100) * (F.normalize(image, dim=1) @ F.normalize(text, dim=1).t())
        right = logits.diagonal()
        return ((logits.logsumexp(0) - right).mean() + (logits.logsumexp(1) - right).mean()) / 2
