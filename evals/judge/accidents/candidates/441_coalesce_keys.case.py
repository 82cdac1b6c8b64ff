import torch


def prepare(model, inputs):
    edge_index, weight, _ = inputs
    num_nodes = 200000
    g = torch.Generator().manual_seed(1)
    edge_index = torch.randint(0, num_nodes, edge_index.shape, generator=g)
    return [edge_index, weight, num_nodes]
