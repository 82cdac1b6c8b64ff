import torch


def prepare(model, inputs):
    v = inputs[0]
    return [torch.where(torch.rand(v.shape) < 0.9, torch.zeros_like(v), v)]
