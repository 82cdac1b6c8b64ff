import torch


def prepare(model, inputs):
    x, residual = inputs
    return [x * 1e-3, residual * 1e-3]
