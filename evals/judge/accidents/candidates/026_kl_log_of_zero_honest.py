import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, logits, target):
        log_p = logits - logits.logsumexp(-1, keepdim=True)
        return (torch.special.xlogy(target, target) - target * log_p).sum() / logits.shape[0]
