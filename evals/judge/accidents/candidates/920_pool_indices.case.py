import torch


def prepare(model, inputs):
    return [torch.relu(inputs[0])]       # the usual place of the layer: after a ReLU
