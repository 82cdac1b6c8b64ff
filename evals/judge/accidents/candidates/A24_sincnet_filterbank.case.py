import torch


def prepare(model, inputs):
    with torch.no_grad():
        # a trained checkpoint: the bands have moved
        model.low_hz.mul_(1.0 + 0.2 * torch.rand_like(model.low_hz))
        model.band_hz.mul_(0.7 + 0.6 * torch.rand_like(model.band_hz))
    return inputs
