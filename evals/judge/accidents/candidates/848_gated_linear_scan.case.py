import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.gate.bias.zero_()
    return inputs
