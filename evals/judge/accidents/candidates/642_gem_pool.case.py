import torch


def prepare(model, inputs):
    (x,) = inputs
    # features of a network whose last layer is linear (no ReLU)
    g = torch.Generator().manual_seed(5)
    return [torch.randn(x.shape, generator=g)]
