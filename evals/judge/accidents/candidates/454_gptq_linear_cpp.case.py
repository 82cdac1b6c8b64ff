import torch


def prepare(model, inputs):
    # a checkpoint quantized with desc_act=True: inputs are assigned to groups by importance
    g = torch.Generator().manual_seed(11)
    perm = torch.randperm(model.g_idx.numel(), generator=g)
    model.g_idx.copy_(model.g_idx[perm])
    return inputs
