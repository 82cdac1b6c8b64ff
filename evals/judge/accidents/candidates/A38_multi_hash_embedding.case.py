import torch


def prepare(model, inputs):
    ids = inputs[0]
    return [torch.randint(-2**62, 2**62, ids.shape)]
