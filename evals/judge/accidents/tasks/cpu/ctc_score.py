import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """CTC negative log-likelihood of each transcript (scoring, no gradient).
    log_probs (T, B, V), targets (B, S), lengths (B,)."""

    def __init__(self, blank=0):
        super().__init__()
        self.blank = blank

    @torch.no_grad()
    def forward(self, log_probs, targets, input_lengths, target_lengths):
        if log_probs.dim() != 3 or targets.dim() != 2:
            raise ValueError("log_probs must be (T, B, V) and targets (B, S)")
        return F.ctc_loss(log_probs, targets, input_lengths, target_lengths,
                          blank=self.blank, reduction="none")


def get_inputs():
    T, B, V, S = 40, 32, 40, 14
    log_probs = torch.log_softmax(2 * torch.randn(T, B, V), dim=-1)
    targets = torch.stack([1 + torch.randperm(V - 1)[:S] for _ in range(B)])
    input_lengths = torch.randint(30, T + 1, (B,))
    target_lengths = torch.randint(6, S + 1, (B,))
    return [log_probs, targets, input_lengths, target_lengths]


def get_init_inputs():
    return []
