import torch


def prepare(model, inputs):
    y, period, horizon = inputs
    weekly = 1.5 * torch.sin(6.2832 * torch.arange(float(y.shape[1])) / 7)
    return [y + weekly, 7, horizon]
