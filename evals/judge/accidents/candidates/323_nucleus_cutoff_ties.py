import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, logits, p):
        prob = torch.softmax(logits, -1)
        s = torch.sort(prob, dim=-1, descending=True)[0]
        n = (s.cumsum(-1) - s < p).sum(-1, keepdim=True).clamp_min(1)
        cut = s.gather(-1, n - 1)
        kept = torch.where(prob >= cut, prob, torch.zeros_like(prob))
        return kept / kept.sum(-1, keepdim=True)
