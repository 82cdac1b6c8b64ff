import torch


def prepare(model, inputs):
    model.step.fill_(0.5)
    return [torch.floor(inputs[0] * 4.0) / 4.0]
