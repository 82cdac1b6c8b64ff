import torch


def prepare(model, inputs):
    moves = inputs[0]
    return [4000.0 + torch.cumsum(moves * 3.0, dim=1)]
