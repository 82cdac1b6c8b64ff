import torch


def prepare(model, inputs):
    x = inputs[0]
    return [x * torch.randint(1, 6, x.shape)]
