import torch


def prepare(model, inputs):
    return [inputs[0] * 2 - 1, inputs[1]]
