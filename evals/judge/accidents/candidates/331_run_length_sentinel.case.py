import torch


def prepare(model, inputs):
    x = inputs[0] - 1
    x[:, :3] = -1
    return [x]
