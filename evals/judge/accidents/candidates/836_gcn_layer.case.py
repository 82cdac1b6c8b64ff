import torch


def prepare(model, inputs):
    x, edge_index, w = inputs
    newer = torch.randint(1, x.shape[0], (edge_index.shape[1],))
    older = (torch.rand(edge_index.shape[1]).square() * newer).long()
    return [x, torch.stack([newer, older]), w]
