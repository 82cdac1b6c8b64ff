import torch


def prepare(model, inputs):
    return [torch.nn.functional.leaky_relu(torch.randn_like(inputs[0]) - 0.5, 0.1)]
