import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    logits, history, penalty, temperature = inputs
    history = history.clone()
    # a text repeats its frequent words: the second half of the window reuses four tokens of the first
    n = history.shape[1] // 2
    history[:, n:] = history[:, :4].repeat(1, (history.shape[1] - n + 3) // 4)[:, : history.shape[1] - n]
    return [logits, history, penalty, temperature]
