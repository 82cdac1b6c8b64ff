import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.low_hz.mul_(0.9).add_(40.0)
        model.band_hz.mul_(1.2)
    return inputs
