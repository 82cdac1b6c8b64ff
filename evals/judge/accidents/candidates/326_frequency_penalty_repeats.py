import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, logits, tokens, presence, frequency):
        out = logits.clone()
        out.scatter_(1, tokens, logits.gather(1, tokens) - (presence + frequency))
        return out
