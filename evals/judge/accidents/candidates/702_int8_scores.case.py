import torch


def quantize(x):
    scale = x.abs().amax((-2, -1)) / 127
    return torch.round(x / scale.view(*scale.shape, 1, 1)).to(torch.int8), scale


def prepare(model, inputs):
    q, k, qs, ks = inputs
    q = q.float() * qs.view(*qs.shape, 1, 1)
    k = k.float() * ks.view(*ks.shape, 1, 1)
    q[..., 8:16] += 12.0
    k[..., 8:16] += 20.0
    q, qs = quantize(q)
    k, ks = quantize(k)
    return [q, k, qs, ks]
