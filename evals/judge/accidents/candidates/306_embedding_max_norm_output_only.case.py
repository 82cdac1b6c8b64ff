import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.weight.mul_(40.0)
    return inputs
