import torch


def prepare(model, inputs):
    x, src, dst = inputs
    perm = torch.randperm(dst.numel())
    return [x, src[perm], dst[perm]]
