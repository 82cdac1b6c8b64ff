import torch


def prepare(model, inputs):
    # overcast layers: cover is exactly one in a few places
    cover, emission = inputs
    return [torch.where(cover > 0.38, torch.ones_like(cover), cover), emission]
