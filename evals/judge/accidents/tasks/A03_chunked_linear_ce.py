import torch
import torch.nn as nn
import torch.nn.functional as F


VOCAB = 4096
valid = {"labels": (-100, VOCAB - 1)}


class Model(nn.Module):
    def __init__(self, dim, vocab):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab, dim) * 0.05)

    def forward(self, hidden, labels):
        logits = hidden @ self.weight.t()
        labels = labels.masked_fill(labels < 0, -100)
        return F.cross_entropy(logits, labels, ignore_index=-100)


def get_inputs():
    return [torch.randn(512, 256), torch.randint(0, VOCAB, (512,))]


def get_init_inputs():
    return [256, VOCAB]
