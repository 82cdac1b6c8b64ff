import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, logits, scores, finished):
        total = (scores - logits.logsumexp(-1))[..., None] + logits
        total = total.masked_fill(finished[..., None], float("-inf"))
        best, at = torch.topk(total.flatten(1), logits.shape[1], dim=1)
        return best, at // logits.shape[2], at % logits.shape[2]
