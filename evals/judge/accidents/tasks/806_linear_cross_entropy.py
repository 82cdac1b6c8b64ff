import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Language-model head and shifted cross-entropy with ignore_index and z-loss,
    averaged over the labelled tokens."""
    def __init__(self, dim=256, vocab=4096, z_weight=1e-4):
        super().__init__()
        self.z_weight = z_weight
        self.lm_head = nn.Linear(dim, vocab, bias=False)

    def forward(self, hidden, labels):
        logits = self.lm_head(hidden)[:, :-1].reshape(-1, self.lm_head.out_features)
        target = labels[:, 1:].reshape(-1)
        valid = target != -100
        lse = logits.logsumexp(-1)
        picked = logits.gather(1, target.clamp_min(0)[:, None]).squeeze(1)
        loss = lse - picked + self.z_weight * lse.square()
        return (loss * valid).sum() / valid.sum().clamp_min(1)


def get_inputs():
    hidden, labels = torch.randn(4, 128, 256) * 3, torch.randint(0, 4096, (4, 128))
    labels[:, :32] = -100
    return [hidden, labels]


def get_init_inputs():
    return [256, 4096, 1e-4]
