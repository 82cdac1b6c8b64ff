import torch


def prepare(model, inputs):
    logits, mask = inputs
    # a confident network that misses the lesions
    return [logits * 10.0 - 20.0, mask]
