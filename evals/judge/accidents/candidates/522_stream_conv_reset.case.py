import torch


def prepare(model, inputs):
    x, cache, reset = inputs
    reset = reset.clone()
    reset[2] = True
    return [x, cache, reset]
