import torch


def prepare(model, inputs):
    return [torch.sigmoid(inputs[0])]
