import torch
import torch.nn as nn
import torch.nn.functional as F

BAGS, PER_BAG, WORDS, FEATURES = 64, 8, 300, 32


class Model(nn.Module):
    """Mean of the rows of each bag; bag i runs from offsets[i] to offsets[i + 1]."""

    def __init__(self, words, features):
        super().__init__()
        self.bag = nn.EmbeddingBag(words, features, mode="mean")

    def forward(self, tokens, offsets):
        return self.bag(tokens, offsets)


def get_inputs():
    return [torch.randint(0, WORDS, (BAGS * PER_BAG,)), torch.arange(0, BAGS * PER_BAG, PER_BAG)]


def get_init_inputs():
    return [WORDS, FEATURES]
