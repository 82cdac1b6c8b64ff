import torch


def prepare(model, inputs):
    logits, target = inputs
    target = target.clone()
    B, T = target.shape
    for b in range(B):
        target[b, T - (b * T) // (2 * B):] = 0
    return [logits, target]
