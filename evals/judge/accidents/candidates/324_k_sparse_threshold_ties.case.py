import torch


def prepare(model, inputs):
    return [torch.relu(inputs[0] - 2.0)]
