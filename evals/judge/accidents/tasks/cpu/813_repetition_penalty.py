import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Repetition penalty (per request) over the tokens seen so far, temperature, log-softmax."""
    def __init__(self, temperature=0.8):
        super().__init__()
        self.temperature = temperature

    def forward(self, logits, input_ids, penalty):
        score = logits.gather(1, input_ids)
        p = penalty[:, None]
        score = torch.where(score < 0, score * p, score / p)
        logits = logits.scatter(1, input_ids, score)
        return F.log_softmax(logits / self.temperature, dim=-1)


def get_inputs():
    B, V, L = 32, 32000, 96
    ids = torch.stack([torch.randperm(V)[:L] for _ in range(B)])
    return [torch.randn(B, V) * 3, ids, torch.empty(B).uniform_(1.05, 1.3)]


def get_init_inputs():
    return [0.8]
