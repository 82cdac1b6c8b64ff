import torch
import torch.nn as nn


class Model(nn.Module):
    """XTC ("exclude top choices"): of the tokens that reach the threshold all but the
    least probable are removed, in the rows whose draw u is below the probability."""

    def __init__(self, threshold=0.1, probability=0.5):
        super().__init__()
        self.threshold = threshold
        self.probability = probability

    @torch.no_grad()
    def forward(self, logits, u):
        probs = torch.softmax(logits, -1)
        p, order = probs.sort(dim=-1, descending=True, stable=True)
        drop = torch.zeros_like(p, dtype=torch.bool)
        drop[:, :-1] = p[:, 1:] >= self.threshold
        drop = drop & (u < self.probability).unsqueeze(1)
        drop = torch.zeros_like(drop).scatter(1, order, drop)
        return logits.masked_fill(drop, float("-inf"))


def get_inputs():
    B, V = 8, 4000
    logits = torch.randn(B, V)
    for b in range(B):
        n = int(torch.randint(1, 5, (1,)))
        logits[b, torch.randperm(V)[:n]] = 11 + 0.3 * torch.randn(n)
    return [logits, torch.rand(B)]


def get_init_inputs():
    return []
