import torch


def prepare(model, inputs):
    x, y, q = inputs
    return [x, torch.sin(x * 0.9) + 0.3 * y, q]
