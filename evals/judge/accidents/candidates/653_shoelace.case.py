import torch


def prepare(model, inputs):
    return [inputs[0] * 40.0 + torch.tensor([41000.0, 27500.0])]
