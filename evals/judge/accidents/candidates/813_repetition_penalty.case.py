import math
import torch


def prepare(model, inputs):
    # a text with common words: few token types, many occurrences
    B, L = inputs[1].shape
    g = torch.Generator().manual_seed(5)
    which = (torch.rand(B, L, generator=g) ** 2 * 40).long()
    inputs[1] = inputs[1].gather(1, which)
