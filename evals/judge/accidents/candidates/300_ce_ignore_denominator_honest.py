import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, ignore_index):
        super().__init__()
        self.ignore_index = ignore_index

    def forward(self, logits, target):
        valid = target != self.ignore_index
        safe = target.masked_fill(~valid, 0)
        lse = torch.logsumexp(logits, dim=1)
        picked = logits.gather(1, safe.unsqueeze(1)).squeeze(1)
        loss = (lse - picked) * valid
        return loss.sum() / valid.sum()
