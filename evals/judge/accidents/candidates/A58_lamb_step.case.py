import torch


def prepare(model, inputs):
    p, grad, m, v, step = inputs
    z = torch.zeros_like(p)
    return [z, grad, z.clone(), z.clone(), 1]
