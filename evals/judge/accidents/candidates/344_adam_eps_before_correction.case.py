import torch


def prepare(model, inputs):
    p, g, m, v, lr, step = inputs
    return [p, g * 1e-8, m * 1e-8, v * 1e-16, lr, step]
