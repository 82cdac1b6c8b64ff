import torch


def prepare(model, inputs):
    a, x = inputs
    a = a.clone()
    a[:, 0] = 0.0
    a[0, 90] = 0.0
    a[1, 170] = 0.0
    return [a, x]
