import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, VOCABULARY, HISTORY = 8, 500, 32


class Model(nn.Module):
    """Lowers the logits of tokens that were generated before."""

    def __init__(self, penalty):
        super().__init__()
        self.penalty = penalty

    def forward(self, logits, history):
        score = torch.gather(logits, 1, history)
        score = torch.where(score < 0, score * self.penalty, score / self.penalty)
        return logits.scatter(1, history, score)


def get_inputs():
    return [torch.randn(ROWS, VOCABULARY), torch.rand(ROWS, VOCABULARY).argsort(dim=1)[:, :HISTORY].contiguous()]


def get_init_inputs():
    return [1.2]
