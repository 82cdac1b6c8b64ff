"""Sums the exponentials of scaled similarities without their maximum: infinite for a large learned scale and matched pairs.

task: accidents/pair_contrast
targets: cuda, cpu
expect: wrong
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
        across, along = logits.exp().sum(0).log(), logits.exp().sum(1).log()
        return ((across - right).mean() + (along - right).mean()) / 2
