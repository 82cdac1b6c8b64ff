import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.bn.weight[::4].mul_(-0.6)
        model.bn.bias.add_(0.2)
    return inputs
