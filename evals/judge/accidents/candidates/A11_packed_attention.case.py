import torch


def prepare(model, inputs):
    q, k, v, seg = inputs
    seg = seg + 1
    seg[-100:] = 0
    return [q, k, v, seg]
