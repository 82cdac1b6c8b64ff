import torch


def prepare(model, inputs):
    g = torch.Generator().manual_seed(0)
    pos, box, cutoff = inputs
    k = torch.randint(-3, 4, pos.shape, generator=g).float()
    return [pos + k * box, box, cutoff]
