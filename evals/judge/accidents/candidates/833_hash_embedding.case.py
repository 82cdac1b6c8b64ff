import torch


def prepare(model, inputs):
    return [torch.randint(-2147483648, 2147483648, inputs[0].shape)]
