import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """CTC loss of each utterance from raw logits (time, batch, classes)."""

    def __init__(self, blank):
        super().__init__()
        self.blank = blank

    def forward(self, logits, targets, input_lengths, target_lengths):
        logp = torch.log_softmax(logits, dim=-1)
        return F.ctc_loss(logp, targets, input_lengths, target_lengths, blank=self.blank, reduction="none")


valid = {"targets": (1, 499), "input_lengths": (50, 100), "target_lengths": (1, 20)}


def get_inputs():
    T, N, C, S = 100, 8, 500, 20
    targets = torch.stack([torch.randperm(C - 1)[:S] + 1 for _ in range(N)])
    return [torch.randn(T, N, C), targets, torch.randint(70, T + 1, (N,)), torch.randint(10, S + 1, (N,))]


def get_init_inputs():
    return [0]
