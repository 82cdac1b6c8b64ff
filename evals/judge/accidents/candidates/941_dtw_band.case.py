import torch


def prepare(model, inputs):
    x, y = inputs
    return [45000.0 + 6000.0 * x, 38000.0 + 5000.0 * y]
