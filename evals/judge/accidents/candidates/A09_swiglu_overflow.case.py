import torch


def prepare(model, inputs):
    x = inputs[0].clone()
    x[..., 100:104] = 100.0 + 100.0 * x[..., 100:104].abs().clamp(max=2.0)
    return [x]
