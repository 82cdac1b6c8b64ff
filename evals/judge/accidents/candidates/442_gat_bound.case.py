import torch


def prepare(model, inputs):
    x, edge_index = inputs
    x = x.clone()
    g = torch.Generator().manual_seed(1)
    hubs = torch.randperm(x.shape[0], generator=g)[:5]
    x[hubs] = x[hubs] * 300.0
    return [x, edge_index]
