import torch


def prepare(model, inputs):
    x, src, dst = inputs
    order = torch.argsort(src, stable=True)           # sorted by source
    return [x, src[order], dst[order]]
