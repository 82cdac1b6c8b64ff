import torch


def prepare(model, inputs):
    logits, prior = inputs
    return [0.001 * logits, torch.ones_like(prior)]
