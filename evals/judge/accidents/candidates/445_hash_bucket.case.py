import torch


def prepare(model, inputs):
    g = torch.Generator().manual_seed(1)
    ids = torch.randint(-2 ** 62, 2 ** 62, inputs[0].shape, generator=g)
    return [ids]
