import torch


def prepare(model, inputs):
    q, k, position_ids = inputs
    b, t = position_ids.shape
    pads = torch.arange(b) * 7
    position_ids = (torch.arange(t)[None, :] - pads[:, None]).clamp_min(0)
    return [q, k, position_ids]
