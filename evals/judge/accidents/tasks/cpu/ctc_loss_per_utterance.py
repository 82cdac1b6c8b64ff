import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """CTC loss per utterance from raw logits (T, B, C), padded targets (B, S)."""

    def __init__(self, blank=0):
        super().__init__()
        self.blank = blank

    def forward(self, logits, targets, input_lengths, target_lengths):
        log_probs = F.log_softmax(logits, dim=-1)
        return F.ctc_loss(log_probs, targets, input_lengths, target_lengths,
                          blank=self.blank, reduction="none", zero_infinity=True)


def get_inputs():
    T, B, C, S = 60, 16, 32, 15
    logits = torch.randn(T, B, C)
    targets = torch.randint(1, C, (B, S))
    input_lengths = torch.randint(45, T + 1, (B,))
    target_lengths = torch.randint(5, S + 1, (B,))
    return [logits, targets, input_lengths, target_lengths]


def get_init_inputs():
    return []
