import torch


def prepare(model, inputs):
    x = inputs[0] * 0.1
    y = inputs[1] * 0.1
    bump = torch.exp(-(torch.arange(96).float() - 24).square() / 40).view(1, -1, 1) * 3.0
    x = x + bump
    y = y + bump.roll(44, 1)
    return [x, y]
