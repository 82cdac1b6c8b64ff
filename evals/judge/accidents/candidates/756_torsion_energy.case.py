import torch


def prepare(model, inputs):
    pos, quads, k, n, phase = inputs
    fitted = torch.linspace(-2.0, 2.0, phase.numel())
    return [pos, quads, k, n, fitted]
