import torch


def prepare(model, inputs):
    x, P, z, H, R = inputs
    diffuse = 1e6 * torch.eye(P.shape[-1]).repeat(P.shape[0], 1, 1)
    return [torch.zeros_like(x), diffuse, z, H, 0.01 * torch.eye(R.shape[-1])]
