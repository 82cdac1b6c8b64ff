import torch


def prepare(model, inputs):
    ids = inputs[0]
    n = torch.arange(ids.shape[0], device=ids.device).unsqueeze(1) % (ids.shape[1] + 1)
    pos = torch.arange(ids.shape[1], device=ids.device)
    return [ids.masked_fill(pos >= n, 0)]
