import torch


def prepare(model, inputs):
    inputs[0] = inputs[0] - 1.5
    return inputs
