import torch


def prepare(model, inputs):
    q, k_new, v_new, k_cache, v_cache, pos = inputs
    gen = torch.Generator().manual_seed(0)
    k_cache = torch.randn(k_cache.shape, generator=gen)
    v_cache = torch.randn(v_cache.shape, generator=gen)
    return [q, k_new, v_new, k_cache, v_cache, k_cache.shape[1] + 37]
