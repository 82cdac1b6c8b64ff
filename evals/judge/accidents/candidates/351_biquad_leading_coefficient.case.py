import torch


def prepare(model, inputs):
    model.a[0] = 1.6
    return inputs
