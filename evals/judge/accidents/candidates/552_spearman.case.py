import torch


def prepare(model, inputs):
    x, y = inputs
    return [(x * 1.2 + 3).round().clamp(1, 5), (y * 1.2 + 3).round().clamp(1, 5)]
