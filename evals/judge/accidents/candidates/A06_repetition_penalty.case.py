import torch


def prepare(model, inputs):
    logits, ids, penalty, temperature = inputs
    return [logits, ids % 100, penalty, temperature]
