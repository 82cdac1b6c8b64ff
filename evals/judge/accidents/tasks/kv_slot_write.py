import torch
import torch.nn as nn


class Model(nn.Module):
    """Writes new keys and values into a paged cache. A slot below 0 marks a padding token."""

    def forward(self, key, value, key_cache, value_cache, slots):
        block_size = key_cache.shape[1]
        for i, slot in enumerate(slots.tolist()):
            if slot < 0:
                continue
            key_cache[slot // block_size, slot % block_size] = key[i]
            value_cache[slot // block_size, slot % block_size] = value[i]
        return key_cache, value_cache


def get_inputs():
    tokens, heads, dim, blocks, block_size = 256, 8, 64, 48, 16
    key, value = torch.randn(tokens, heads, dim), torch.randn(tokens, heads, dim)
    key_cache = torch.randn(blocks, block_size, heads, dim)
    value_cache = torch.randn(blocks, block_size, heads, dim)
    return [key, value, key_cache, value_cache, torch.randperm(blocks * block_size)[:tokens]]


def get_init_inputs():
    return []
