import torch


def prepare(model, inputs):
    q, pos = inputs
    pos = pos + 512
    pos[0] = (torch.arange(pos.shape[1]) - 37).clamp(min=0)
    return [q, pos]
