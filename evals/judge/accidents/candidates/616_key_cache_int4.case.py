import torch


def prepare(model, inputs):
    q, k = inputs
    d = k.shape[-1]
    offset = torch.zeros(d)
    offset[::9] = 8.0
    offset[4::9] = -8.0
    return [q, k + offset]
