import torch


def prepare(model, inputs):
    g = torch.Generator().manual_seed(0)
    a, b, m = inputs
    m = 998244353
    return [torch.randint(0, m, a.shape, generator=g), torch.randint(0, m, b.shape, generator=g), m]
