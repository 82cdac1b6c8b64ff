import torch


def prepare(model, inputs):
    (mask,) = inputs
    # one click near a corner
    mask = torch.zeros_like(mask)
    mask[:, 2, 1] = 1.0
    return [mask]
