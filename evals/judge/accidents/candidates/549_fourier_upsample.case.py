import torch


def prepare(model, inputs):
    g = torch.Generator().manual_seed(0)
    x = inputs[0]
    return [x + torch.randn(x.shape, generator=g)]
