import torch


def prepare(model, inputs):
    logits, tokens = inputs
    return [logits - 150.0, tokens]
