import torch


def prepare(model, inputs):
    # both directions of each edge, one list after the other: receivers sorted within each half only
    edge_feat, receivers = inputs
    order = torch.cat([torch.arange(0, receivers.numel(), 2), torch.arange(1, receivers.numel(), 2)])
    return [edge_feat[order].contiguous(), receivers[order].contiguous()]
