import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Decoding penalties: logits - presence*(count>0) - frequency*count, counts over the generated tokens."""
    def forward(self, logits, tokens, presence, frequency):
        count = torch.zeros_like(logits).scatter_add(1, tokens, torch.ones_like(tokens, dtype=logits.dtype))
        return logits - presence * (count > 0) - frequency * count


def get_inputs():
    t = torch.stack([torch.randperm(16000)[:200] for _ in range(32)])
    return [torch.randn(32, 16000), t, 0.5, 0.7]


def get_init_inputs():
    return []
