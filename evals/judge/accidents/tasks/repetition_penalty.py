import torch
import torch.nn as nn


class Model(nn.Module):
    """Repetition penalty on all tokens of the history, then temperature."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, logits, input_ids, penalty, temperature):
        # logits (B, V), input_ids (B, T) int64
        score = torch.gather(logits, 1, input_ids)
        score = torch.where(score < 0, score * penalty, score / penalty)
        return logits.scatter(1, input_ids, score) / temperature


def get_inputs():
    b, vocab, t = 8, 32000, 64
    logits = torch.randn(b, vocab) * 3.0
    input_ids = torch.stack([torch.randperm(vocab)[:t] for _ in range(b)])
    return [logits, input_ids, 1.2, 0.8]


def get_init_inputs():
    return []
