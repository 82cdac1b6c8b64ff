import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, LENGTH, VOCABULARY, MASK = 16, 64, 1000, 3


class Model(nn.Module):
    """Masked-language-model inputs and labels from tokens and the chosen positions."""

    def __init__(self, mask):
        super().__init__()
        self.mask = mask

    def forward(self, tokens, chosen):
        return tokens.masked_fill(chosen, self.mask), torch.where(chosen, tokens, -100)


def get_inputs():
    return [torch.randint(5, VOCABULARY, (ROWS, LENGTH)), torch.rand(ROWS, LENGTH) < 0.15]


def get_init_inputs():
    return [MASK]
