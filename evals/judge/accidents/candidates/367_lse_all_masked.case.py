import torch


def prepare(model, inputs):
    x = inputs[0].clone()
    x[::9, 2] = float("-inf")
    return [x]
