import torch
import torch.nn as nn
import torch.nn.functional as F

valid = {"history": (0, 31999), "penalty": (0.5, 3.0), "temperature": (0.05, 5.0)}


class Model(nn.Module):
    """Repetition penalty (CTRL) over the tokens in `history`, then tempered log-probabilities."""

    def forward(self, logits, history, penalty, temperature):
        score = torch.gather(logits, 1, history)
        score = torch.where(score < 0, score * penalty, score / penalty)
        scores = logits.scatter(1, history, score)
        return torch.log_softmax(scores / temperature, dim=-1)


def get_inputs():
    B, V, L = 32, 32000, 64
    logits = torch.randn(B, V) * 3
    # a set of distinct recent tokens per sequence
    history = torch.rand(B, V).topk(L, dim=1).indices
    return [logits, history, 1.2, 0.8]


def get_init_inputs():
    return []
