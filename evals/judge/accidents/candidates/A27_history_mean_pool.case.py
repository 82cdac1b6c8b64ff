import torch


def prepare(model, inputs):
    ids = inputs[0].clone()
    B, L = ids.shape
    lengths = torch.randint(3, L + 1, (B, 1))
    ids[torch.arange(L)[None, :] >= lengths] = 0
    return [ids]
