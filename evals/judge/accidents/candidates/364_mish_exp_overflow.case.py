import torch


def prepare(model, inputs):
    x = inputs[0].clone()
    x[:, ::5] += 100.0
    return [x]
