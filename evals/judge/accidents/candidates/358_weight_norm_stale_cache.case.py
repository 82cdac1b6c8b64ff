import torch


def prepare(model, inputs):
    with torch.no_grad():
        model(inputs[0].clone())
        model.g.mul_(1.5).add_(0.3)
    return inputs
