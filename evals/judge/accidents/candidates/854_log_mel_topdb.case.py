import torch


def prepare(model, inputs):
    level = torch.full((inputs[0].shape[0], 1), 5e-5)
    level[0] = 0.5
    return [torch.randn_like(inputs[0]) * level]
