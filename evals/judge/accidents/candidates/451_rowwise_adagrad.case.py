import torch


def prepare(model, inputs):
    # a batch of item ids where popular items occur many times
    ids, grad = inputs
    g = torch.Generator().manual_seed(5)
    pop = torch.rand(ids.shape, generator=g).pow(4)
    return [(pop * 20000).long().clamp(max=19999), grad + 0.5]
