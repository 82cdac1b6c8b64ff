import torch


def prepare(model, inputs):
    img, footprint = inputs
    line = torch.zeros_like(footprint)
    line[3, 3:] = True
    return [img, line]
