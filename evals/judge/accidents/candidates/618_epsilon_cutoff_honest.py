import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Zeroes the unlikely tokens and rescales, with a single softmax."""

    def __init__(self):
        super().__init__()

    def forward(self, logits, temperature, epsilon):
        logits = logits / temperature
        probs = torch.softmax(logits, -1)
        remove = (probs < epsilon) & (logits < logits.amax(-1, keepdim=True))
        probs = probs.masked_fill(remove, 0.0)
        return probs / probs.sum(-1, keepdim=True)
