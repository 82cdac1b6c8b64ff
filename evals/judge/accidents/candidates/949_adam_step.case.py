import torch


def prepare(model, inputs):
    p, grad, m, v, step = inputs
    s = 1e-5                    # small gradients, as late in training or behind a scaled loss
    return [p, grad * s, m * s, v * (s * s), step]
