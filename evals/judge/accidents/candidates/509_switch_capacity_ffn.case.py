import torch


def prepare(model, inputs):
    x = inputs[0]
    return [x[:1] + 0.2 * x]
