import torch


def prepare(model, inputs):
    t = inputs[1] % 40
    return [inputs[0], t] + inputs[2:]
