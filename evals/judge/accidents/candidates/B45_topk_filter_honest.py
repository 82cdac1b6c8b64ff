import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, logits, k):
        values = torch.topk(logits, k, dim=-1).values
        probs = torch.exp(logits - values[..., :1])
        probs.masked_fill_(logits < values[..., -1:], 0.0)
        return probs.div_(probs.sum(dim=-1, keepdim=True))
