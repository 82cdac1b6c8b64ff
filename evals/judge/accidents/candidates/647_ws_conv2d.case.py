import torch


def prepare(model, inputs):
    # weight decay has made the (scale-free) filters small
    with torch.no_grad():
        model.weight.mul_(0.02)
    return inputs
