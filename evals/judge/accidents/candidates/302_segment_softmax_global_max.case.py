import torch


def prepare(model, inputs):
    inputs[0][inputs[1] == 7] += 200.0
    return inputs
